import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { openApiWorld } from './open-api-world.ts';

type Input = Record<string, unknown>;
type Call = Awaited<ReturnType<typeof openApiWorld>>['succeed'];

/** Everyday tools that the run leaves alone, and why. */
export const LEFT_ALONE: Readonly<Record<string, string>> = {
  documents_chat_create: 'needs a language model',
  documents_ai_suggestions_retrieve: 'needs a language model',
  email_documents: 'sends mail',
  run_task: 'works on the whole library',
  documents_merge: 'makes a document that the run could not tell from others',
  documents_edit_pdf: 'needs a PDF',
  documents_remove_password: 'needs a PDF',
  documents_rotate: 'needs a PDF',
};

/**
 * Calls every other everyday tool the way somebody works with their archive: makes things whose names hold `mark`, changes
 * them, reads them back, and deletes them again, also when something fails in between. Touches nothing else.
 */
export async function runEveryday(call: Call, folder: string, mark: string): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  const create = async (list: string, input: Input): Promise<number> => {
    const { id } = await call(`${list}_create`, input);
    undo.push(() => call(`${list}_destroy`, { id }));
    return id;
  };
  try {
    const own = { match: '', matching_algorithm: 0 };
    const correspondent = await create('correspondents', { name: `${mark} sender`, ...own });
    const document_type = await create('document_types', { name: `${mark} type`, ...own });
    const tag = await create('tags', { name: `${mark} tag`, ...own });
    const storage_path = await create('storage_paths', { name: `${mark} path`, path: `${mark}/{{ title }}`, ...own });
    const field = await create('custom_fields', { name: `${mark} number`, data_type: 'string' });
    const options = { select_options: [{ label: 'Open' }, { label: 'Paid' }] };
    const state = await create('custom_fields', { name: `${mark} state`, data_type: 'select', extra_data: options });
    const names = { correspondents: correspondent, document_types: document_type, tags: tag };
    for (const [list, id] of Object.entries({ ...names, storage_paths: storage_path, custom_fields: field })) {
      const name = (await call(`${list}_retrieve`, { id })).name;
      assert.equal((await call(`${list}_partial_update`, { id, name: `${name} 2` })).name, `${name} 2`);
      const { results } = await call(`${list}_list`, { name__icontains: mark, page_size: 100 });
      assert.ok(
        results.some((row: { id: number }) => row.id === id),
        list,
      );
    }
    const id = await upload(call, folder, mark, {
      correspondent,
      document_type,
      tags: [tag],
      custom_fields: { [field]: 'K-1' },
    });
    undo.unshift(() => discard(call, id));
    await changeDocument(call, id, { field, state, storage_path, tag });
    await readDocument(call, id, tag);
    await attach(call, id, folder, mark, undo);
    await call('bulk_edit_objects', {
      objects: [tag],
      object_type: 'tags',
      operation: 'set_permissions',
      merge: true,
      permissions: NOBODY,
    });
    await call('documents_reprocess', { documents: [id] });
    await passTrash(call, id);
  } finally {
    const failures: unknown[] = [];
    for (const step of undo) await step().catch((error) => failures.push(error));
    assert.deepEqual(failures, [], `left behind: things named ${mark}`);
  }
}

const NOBODY = { view: { users: [], groups: [] }, change: { users: [], groups: [] } };

async function upload(call: Call, folder: string, mark: string, said: Input): Promise<number> {
  const file_path = join(folder, `${mark}.txt`);
  writeFileSync(file_path, `Invoice ${mark}\nTotal 12,34 EUR`);
  const answer = await call('documents_post_document_create', {
    file_path,
    title: `${mark} invoice`,
    created: '2024-02-29',
    ...said,
  });
  assert.equal(answer.status, 'success', JSON.stringify(answer));
  const { results } = await call('tasks_list', { task_id: answer.task_id });
  await call('tasks_retrieve', { id: results[0].id });
  await call('acknowledge_tasks', { tasks: [results[0].id] });
  for (const name of ['tasks_active_list', 'tasks_summary_list', 'tasks_status_counts_retrieve', 'statistics_retrieve'])
    await call(name);
  return answer.document_id;
}

async function changeDocument(
  call: Call,
  id: number,
  made: Record<'field' | 'state' | 'storage_path' | 'tag', number>,
) {
  const { field, state, storage_path, tag } = made;
  const before = await call('documents_retrieve', { id });
  assert.deepEqual([before.created, before.tags], ['2024-02-29', [tag]]);
  const custom_fields = [{ field: state, value: 'Paid' }];
  const changed = await call('documents_partial_update', { id, storage_path, custom_fields, clear: ['correspondent'] });
  assert.deepEqual([changed.correspondent, changed.storage_path], [null, storage_path]);
  const values = new Map(changed.custom_fields.map((one: { field: number; value: string }) => [one.field, one.value]));
  assert.deepEqual([values.get(field), values.has(state)], ['K-1', true], 'the other custom field is kept');
  await call('bulk_edit', { documents: [id], method: 'modify_tags', parameters: { add_tags: [], remove_tags: [tag] } });
  assert.deepEqual((await call('documents_retrieve', { id, fields: ['tags'] })).tags, []);
  await call('bulk_edit', { documents: [id], method: 'add_tag', parameters: { tag } });
}

async function readDocument(call: Call, id: number, tag: number) {
  const list = await call('documents_list', {
    tags__id__all: [tag],
    filters: { created__year: 2024 },
    fields: ['id', 'title'],
  });
  assert.deepEqual([list.count, list.results[0].id], [1, id]);
  for (const part of ['metadata', 'suggestions', 'thumb', 'preview', 'download'])
    await call(`documents_${part}_retrieve`, { id });
  for (const name of ['documents_history_list', 'documents_notes_list', 'documents_root', 'document_share_links'])
    await call(name, { id });
  await call('documents_selection_data_create', { documents: [id] });
  await call('bulk_download', { documents: [id], content: 'originals' });
  await call('storage_paths_test', { path: '{{ title }}', document: id });
  await call('documents_next_asn_retrieve');
  await call('search_retrieve', { query: 'invoice', db_only: true });
  await call('search_autocomplete_list', { term: 'inv', limit: 5 });
}

/** What hangs on a document: notes, versions, links; and a view of it. */
async function attach(call: Call, id: number, folder: string, mark: string, undo: (() => Promise<unknown>)[]) {
  const notes = await call('documents_notes_create', { id, note: `${mark} note` });
  const note = notes.find((one: { note: string }) => one.note === `${mark} note`);
  await call('documents_notes_destroy', { id, note_id: note.id });
  const file_path = join(folder, `${mark}-2.txt`);
  writeFileSync(file_path, `Invoice ${mark}, corrected\nTotal 12,35 EUR`);
  const { version_id } = await call('documents_update_version', { id, file_path, version_label: 'draft' });
  await call('documents_update_version_label', { id, version_id, version_label: 'corrected' });
  await call('documents_delete_version', { id, version_id });
  const link = await call('share_links_create', { document: id, file_version: 'original' });
  undo.unshift(() => call('share_links_destroy', { id: link.id }));
  await call('share_links_list', { page_size: 5 });
  await call('share_links_retrieve', { id: link.id });
  const filter_rules = [{ rule_type: 0, value: mark }];
  const view = await call('saved_views_create', { name: `${mark} view`, filter_rules, sort_field: 'created' });
  undo.unshift(() => call('saved_views_destroy', { id: view.id }));
  await call('saved_views_list', { page_size: 5 });
  await call('saved_views_partial_update', { id: view.id, sort_reverse: true, clear: ['sort_field'] });
  assert.deepEqual((await call('saved_views_retrieve', { id: view.id })).sort_field, null);
}

async function passTrash(call: Call, id: number) {
  await call('documents_delete', { documents: [id] });
  await call('trash_list', { page_size: 5 });
  await call('trash_create', { action: 'restore', documents: [id] });
  await call('documents_retrieve', { id, fields: ['id'] });
}

async function discard(call: Call, id: number) {
  await call('documents_destroy', { id });
  await call('trash_create', { action: 'empty', documents: [id] });
}
