import assert from 'node:assert/strict';
import { PaperlessArchive } from '../../src/paperless/archive.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import type { SampleLibrary } from '../contract/sample-library.ts';
import { createFakePaperless, type FakePaperless } from '../fakes/paperless/fake-paperless.ts';
import type { FakeLibrary } from '../fakes/paperless/library.ts';
import { toChecksum } from '../fakes/paperless/objects.ts';
import { readDescribedParameters } from '../fakes/paperless/recorded.ts';
import { createTestClient } from './test-client.ts';

/** The contract suites' library behind a fake Paperless, read with its administrator's token. */
export function createSampleWorld(sample: SampleLibrary, pageSize?: number) {
  const fake = createFakePaperless();
  fill(fake.library, sample);
  const { client } = createTestClient(fake);
  return {
    fake,
    source: new PaperlessSource(client, pageSize === undefined ? {} : { pageSize }),
    archive: new PaperlessArchive(client, 'https://paperless.example.org/'),
    replace: async (next: SampleLibrary) => fill(fake.library, next),
    close: async () => assertDescribed(fake),
  };
}

/** Unknown parameters are ignored without a word, so that only described ones may be sent. */
export function assertDescribed({ requests }: FakePaperless, described = readDescribedParameters()): void {
  for (const { path, query } of requests)
    for (const name of Object.keys(query))
      assert.ok(described[path]?.includes(name), `${name} is no described parameter of ${path}`);
}

const VIEW_RIGHTS = ['view_document', 'view_correspondent', 'view_documenttype', 'view_tag'];

function fill(library: FakeLibrary, sample: SampleLibrary): void {
  const { correspondent, document_type, tag, storage_path } = sample.names;
  const lists = {
    correspondents: correspondent,
    document_types: document_type,
    tags: tag,
    storage_paths: storage_path,
  };
  library.documents.clear();
  library.index.clear();
  for (const [list, names] of Object.entries(lists) as [keyof typeof lists, typeof tag][]) {
    library.names[list].clear();
    for (const { id, name, permissions } of names)
      library.addName(list, {
        id,
        name,
        owner: permissions?.owner ?? null,
        view: { users: [...(permissions?.viewUsers ?? [])], groups: [...(permissions?.viewGroups ?? [])] },
      });
  }
  for (const { id, name, dataType, options } of sample.customFields)
    library.customFields.set(id, {
      id,
      name,
      data_type: dataType,
      extra_data: options === undefined ? null : { select_options: options },
    });
  for (const { id, name } of sample.groups) library.groups.set(id, { id, name, permissions: ['view_document'] });
  for (const { id, name, groups, superuser } of sample.users)
    library.addUser({
      id,
      username: name,
      groups: [...groups],
      is_superuser: superuser,
      permissions: superuser ? [] : VIEW_RIGHTS,
    });
  for (const document of sample.documents) {
    const { owner, viewUsers, viewGroups } = document.permissions;
    const versions = document.versions.toSorted((a, b) => a.index - b.index);
    const added = library.add({
      id: document.id,
      title: document.title,
      content: document.content,
      created: document.created ?? null,
      modified: [document.modified, ...versions.map(({ modified }) => modified)].sort().at(-1) ?? document.modified,
      correspondent: document.correspondent ?? null,
      document_type: document.documentType ?? null,
      storage_path: document.storagePath ?? null,
      tags: [...document.tags],
      custom_fields: document.customFields.map(({ field, stored }) => ({ field, value: stored })),
      archive_serial_number: document.archiveSerialNumber ?? null,
      owner: owner ?? null,
      view: { users: [...viewUsers], groups: [...viewGroups] },
      deleted_at: document.trashed ? '2026-11-01T00:00:00.000000Z' : null,
      versions: versions.map(({ id, content, modified }) => ({
        id,
        content,
        added: modified,
        version_label: null,
        checksum: toChecksum(content),
      })),
      thumbnail: document.thumbnail?.bytes,
    });
    added.notes = document.notes.map((note, index) => ({
      id: document.id * 100 + index,
      note,
      created: added.modified,
      user: owner ?? 2,
    }));
  }
}
