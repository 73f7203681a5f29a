import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { toFileName } from '../../src/openapi/to-file-name.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { openApiWorld } from './open-api-world.ts';

const TASK = '5ebde159-8ea6-4f62-a36e-898a6263c043';

/** `letters/` may be uploaded from, `letters-private/` and `secret.txt` may not. */
async function openUploads(test: TestContext, task: object = { status: 'success', related_document_ids: [47] }) {
  const root = temporaryFolder(test);
  const folder = join(root, 'letters');
  for (const name of ['letters', 'letters-private']) mkdirSync(join(root, name));
  writeFileSync(join(folder, 'letter.txt'), 'Dear Anna');
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'zero.txt'), 'a\0b');
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(1_001));
  writeFileSync(join(folder, 'false.pdf'), 'Not a PDF');
  writeFileSync(join(folder, 'true.pdf'), '%PDF-1.7');
  writeFileSync(join(root, 'letters-private', 'letter.txt'), 'secret');
  writeFileSync(join(root, 'secret.txt'), 'secret');
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(join(folder, 'letter.txt'), join(folder, 'inner.txt'));
  symlinkSync(root, join(folder, 'up'));
  const world = await openApiWorld({ uploadDirs: [folder], maxUploadBytes: 1_000 });
  world.fake.faults.add({ instead: () => Response.json(TASK) }, { match: ({ method }) => method === 'POST' });
  const tasks = () => Response.json({ count: 1, results: [{ task_id: TASK, ...task }] });
  world.fake.faults.add({ instead: tasks }, { match: ({ path }) => path === '/api/tasks/' });
  const upload = 'documents_post_document_create';
  return { ...world, root, folder, upload, refuse: (path: string) => world.fail(upload, { file_path: path }) };
}

describe('uploads', () => {
  it('send the file with what was said of it, and give the new document', async (test) => {
    await using world = await openUploads(test);
    const answer = await world.succeed(world.upload, {
      file_path: join(world.folder, 'letter.txt'),
      title: 'Letter',
      tags: [1, 2],
      created: '2024-02-29',
    });
    assert.deepEqual(answer, { status: 'success', document_id: 47, task_id: TASK });
    const { body, headers } = world.fake.requests[0]!;
    const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
    assert.deepEqual([form.get('title'), form.getAll('tags')], ['Letter', ['1', '2']]);
    assert.equal(form.get('created'), '2024-02-29T12:00:00Z');
    const file = form.get('document') as File;
    assert.deepEqual([file.name, await file.text()], ['letter.txt', 'Dear Anna']);
  });

  it('are documents afterwards, and versions of documents', async (test) => {
    const folder = temporaryFolder(test);
    await using world = await openApiWorld({ uploadDirs: [folder] });
    const file_path = join(folder, 'trip.txt');
    writeFileSync(file_path, 'Class 6b trip: 212 EUR');
    const said = { title: 'Trip', tags: [1, 2], created: '2024-02-29', correspondent: 3, custom_fields: { 3: 'K-7' } };
    const { document_id } = await world.succeed('documents_post_document_create', { file_path, ...said });
    const document = await world.succeed('documents_retrieve', { id: document_id });
    assert.deepEqual(
      [document.title, document.tags, document.created, document.correspondent, document.content],
      ['Trip', [1, 2], '2024-02-29', 3, 'Class 6b trip: 212 EUR'],
    );
    assert.deepEqual(document.custom_fields, [{ value: 'K-7', field: 3 }]);
    writeFileSync(file_path, 'Class 6b trip: 214 EUR');
    const version_label = 'corrected price';
    const version = await world.succeed('documents_update_version', { id: document_id, file_path, version_label });
    assert.deepEqual(Object.keys(version), ['status', 'version_id', 'task_id']);
    const { versions, content } = await world.succeed('documents_retrieve', { id: document_id });
    assert.deepEqual([versions[0].id, versions[0].version_label], [version.version_id, version_label]);
    assert.match(content, /214 EUR/);
    const tasks = await world.succeed('tasks_list', { filters: { status: ['success'] } });
    assert.equal(tasks.count, 2);
  });

  it('tell what Paperless says of a file it does not know', async (test) => {
    const folder = temporaryFolder(test);
    await using world = await openApiWorld({ uploadDirs: [folder] });
    writeFileSync(join(folder, 'a.bin'), 'x');
    writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7');
    const refuse = (name: string) => world.fail('documents_post_document_create', { file_path: join(folder, name) });
    assert.match(await refuse('a.bin'), /File type application\/octet-stream not supported/);
    assert.match(await refuse('broken.pdf'), /could not take the file in .*InputFileError/);
  });

  it('take a link that stays inside, and a PDF that is one', async (test) => {
    await using world = await openUploads(test);
    for (const name of ['inner.txt', 'true.pdf'])
      await world.succeed(world.upload, { file_path: join(world.folder, name) });
  });

  it('refuse whatever lies outside, by path, by prefix and by link, in the same words', async (test) => {
    await using world = await openUploads(test);
    const outside = [
      join(world.root, 'secret.txt'),
      `${world.folder}/../secret.txt`,
      join(world.root, 'letters-private', 'letter.txt'),
      join(world.folder, 'link.txt'),
      join(world.folder, 'up', 'secret.txt'),
      join(world.folder, 'none.txt'),
      world.folder,
      '/etc/passwd',
    ];
    for (const path of outside)
      assert.equal(await world.refuse(path), 'There is no such file in the folders of MCP_UPLOAD_DIRS.', path);
    assert.equal(world.fake.requests.length, 0);
  });

  it('refuse what is too large, empty, no file, or not what its name says', async (test) => {
    await using world = await openUploads(test);
    const refuse = (name: string) => world.refuse(join(world.folder, name));
    assert.match(await refuse('large.txt'), /larger than 1000 bytes/);
    assert.match(await refuse('empty.txt'), /is empty/);
    assert.match(await refuse('false.pdf'), /not what its ending \.pdf says/);
    assert.match(await refuse('zero.txt'), /not what its ending/);
    mkdirSync(join(world.folder, 'folder.txt'));
    assert.match(await refuse('folder.txt'), /no file/);
    assert.match(await world.refuse('letter.txt'), /must be absolute/);
  });

  it('are off unless a folder is named', async () => {
    await using world = await openApiWorld();
    assert.match(await world.fail('documents_post_document_create', { file_path: '/etc/passwd' }), /not set up/);
  });

  it('tell why Paperless did not take the file', async (test) => {
    await using world = await openUploads(test, { status: 'failure', result_data: { error_message: 'a duplicate' } });
    assert.match(await world.refuse(join(world.folder, 'letter.txt')), /could not take the file in .*: a duplicate/);
  });

  it('a task that may not be asked for is no failed upload: the file would be sent again', async (test) => {
    await using world = await openUploads(test);
    world.fake.faults.clear();
    const forbid = () => Response.json({ detail: 'You do not have permission.' }, { status: 403 });
    world.fake.faults.add({ instead: forbid }, { match: ({ path }) => path === '/api/tasks/' });
    const answer = await world.succeed(world.upload, { file_path: join(world.folder, 'letter.txt') });
    assert.equal(answer.status, 'pending');
    assert.match(
      answer.next,
      /Paperless has the file, but: .*may not do GET \/api\/tasks\/.*\. Ask tasks_list with task_id/s,
    );
    assert.match(answer.next, /do not upload again\.$/);
  });

  it('are looked at before anything is asked of Paperless', async (test) => {
    await using world = await openUploads(test);
    const call = { file_path: join(world.root, 'secret.txt'), custom_fields: { 3: 'K-1' } };
    assert.match(await world.fail(world.upload, call), /no such file/);
    assert.equal(world.fake.requests.length, 0);
  });

  it('end with the task when the time is up, as an answer', async (test) => {
    await using world = await openUploads(test, { status: 'pending' });
    await using brief = await openApiWorld({ ...world.services }, { callBudgetMs: 1_000 });
    const { json, isError } = await brief.call(world.upload, { file_path: join(world.folder, 'letter.txt') });
    assert.deepEqual([isError, json.status, json.task_id], [false, 'pending', TASK]);
  });
});

describe('downloads', () => {
  it('are saved beside what is there, never over it', async (test) => {
    const folder = temporaryFolder(test);
    await using world = await openApiWorld({ downloadDir: folder });
    const first = await world.succeed('documents_download_retrieve', { id: 7 });
    const second = await world.succeed('documents_download_retrieve', { id: 7 });
    assert.notEqual(first.saved_to, second.saved_to);
    assert.match(second.saved_to, / \(2\)/);
    assert.equal(readdirSync(folder).length, 2);
    assert.equal(readFileSync(first.saved_to).byteLength, first.bytes);
  });

  it('a link in place of the file is not followed', async (test) => {
    const folder = temporaryFolder(test);
    await using world = await openApiWorld({ downloadDir: folder });
    const answer = () =>
      new Response('new', {
        headers: { 'content-disposition': 'attachment; filename="a.pdf"', 'content-type': 'x/y' },
      });
    world.fake.faults.add({ instead: answer });
    writeFileSync(join(folder, 'precious'), 'old');
    symlinkSync(join(folder, 'precious'), join(folder, 'a.pdf'));
    const { saved_to } = await world.succeed('documents_download_retrieve', { id: 7 });
    assert.match(saved_to, /a \(2\)\.pdf$/);
    assert.equal(readFileSync(join(folder, 'precious'), 'utf8'), 'old');
  });

  it('names from Paperless stay in the folder', () => {
    const named = (name: string) => toFileName(`attachment; filename="${name}"`, 'fallback');
    assert.equal(named('../../etc/passwd'), '_.._etc_passwd');
    assert.equal(named('a\\b:c.pdf'), 'a_b_c.pdf');
    assert.equal(named('..'), 'fallback');
    assert.equal(named('-rf'), 'rf');
    assert.equal(toFileName('', 'fallback'), 'fallback');
    assert.equal(toFileName("inline; filename*=utf-8''J%C3%A4hrlich.pdf", 'x'), 'Jährlich.pdf');
    assert.equal(toFileName("inline; filename*=utf-8''%E0%A4%A", 'x'), 'x');
  });

  it('a name too long for a file system is cut at its beginning, between letters', async (test) => {
    for (const letter of ['x', 'ü', '漢', '😀']) {
      const name = toFileName(`inline; filename*=utf-8''${encodeURIComponent(`${letter.repeat(300)}.pdf`)}`, 'x');
      assert.match(name, new RegExp(`^(${letter})+\\.pdf$`, 'u'));
      assert.ok(Buffer.byteLength(name) <= 200);
    }
    await using world = await openApiWorld({ downloadDir: temporaryFolder(test) });
    world.fake.library.get(7).title = '漢'.repeat(128);
    await world.succeed('documents_download_retrieve', { id: 7 });
    assert.match((await world.succeed('documents_download_retrieve', { id: 7 })).saved_to, /漢 \(2\)/);
  });

  it('small ones are in the answer without a folder, large ones are refused', async () => {
    await using world = await openApiWorld();
    const result = await world.client.callTool({ name: 'documents_download_retrieve', arguments: { id: 7 } });
    const [about, file] = result.content as [{ text: string }, { type: string; resource: { blob: string } }];
    assert.equal(file.type, 'resource');
    assert.equal(Buffer.from(file.resource.blob, 'base64').byteLength, JSON.parse(about.text).bytes);
    const large = () => new Response(new Uint8Array(800_000), { headers: { 'content-type': 'application/pdf' } });
    world.fake.faults.add({ instead: large }, { times: 1 });
    assert.match(await world.fail('documents_download_retrieve', { id: 7 }), /MCP_DOWNLOAD_DIR/);
  });

  it('a thumbnail is an image', async () => {
    await using world = await openApiWorld();
    const webp = () =>
      new Response(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.alloc(20)]), {
        headers: { 'content-type': 'image/webp' },
      });
    world.fake.faults.add({ instead: webp }, { times: 1 });
    const { content } = await world.client.callTool({ name: 'documents_thumb_retrieve', arguments: { id: 7 } });
    const [, image] = content as [unknown, { type: string; mimeType: string }];
    assert.deepEqual([image.type, image.mimeType], ['image', 'image/webp']);
  });
});
