import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createExportArchive } from '../../src/export/export-archive.ts';
import { createSample, SAMPLE_LIBRARY } from '../contract/sample-library.ts';
import { type Entry, toEntries, withFolder, writeFiles } from './write-export.ts';

const WEBP = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1');

/** What the archive gives as thumbnail of a document whose manifest names `name`; `files` stand beside the folder. */
async function thumbnailNamed(name: string, prepare: (folder: string) => Promise<unknown>) {
  let thumbnail: Awaited<ReturnType<ReturnType<typeof createExportArchive>['thumbnail']>>;
  await withFolder(async (parent) => {
    const folder = join(parent, 'export');
    await writeFiles(parent, { 'secret.webp': WEBP, 'export-2/secret.webp': WEBP });
    await writeFiles(folder, { 'manifest.json': [withThumbnail(1, name)] });
    await prepare(folder);
    thumbnail = await createExportArchive(folder).thumbnail(1);
  });
  return thumbnail;
}

function withThumbnail(id: number, name: string): Entry {
  const [entry] = toEntries({ ...SAMPLE_LIBRARY, documents: [createSample(id)] }).slice(-1);
  return { ...entry!, __exported_thumbnail_name__: name };
}

describe('the thumbnail of an exported document', () => {
  const pictures: readonly [type: string | undefined, bytes: Uint8Array][] = [
    ['image/webp', WEBP],
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n1', 'latin1')],
    ['image/jpeg', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    [undefined, Buffer.from('<svg onload="alert(1)"/>')],
    [undefined, Buffer.from('RIFF\x1a\0\0\0WAVE', 'latin1')],
    [undefined, Buffer.alloc(0)],
    [undefined, Buffer.concat([WEBP, Buffer.alloc(2 * 1024 * 1024)])],
  ];
  for (const [type, bytes] of pictures)
    it(`is ${type ?? 'none'} for ${bytes.length} bytes that begin with ${JSON.stringify(bytes.toString().slice(0, 12))}`, async () => {
      const thumbnail = await thumbnailNamed('deep/t.webp', (folder) => writeFiles(folder, { 'deep/t.webp': bytes }));
      assert.equal(thumbnail?.type, type);
      if (type !== undefined) assert.ok(Buffer.from(thumbnail?.bytes ?? []).equals(bytes), 'the bytes are the same');
    });

  const leads: readonly [what: string, name: string, prepare: (folder: string) => Promise<unknown>][] = [
    ['is not there (--data-only)', 't.webp', async () => {}],
    ['leads up', '../secret.webp', async () => {}],
    ['leads up from inside', 'deep/../../secret.webp', (folder) => mkdir(join(folder, 'deep'))],
    ['leads to a folder whose name begins alike', '../export-2/secret.webp', async () => {}],
    ['is absolute', '/etc/passwd', async () => {}],
    ['is the folder itself', '.', async () => {}],
    ['is empty', '', async () => {}],
    ['has a NUL in it', 't.webp\0', (folder) => writeFiles(folder, { 't.webp': WEBP })],
    ['is a link out of the folder', 't.webp', (folder) => symlink('../secret.webp', join(folder, 't.webp'))],
    ['lies behind a link out of the folder', 'up/secret.webp', (folder) => symlink('..', join(folder, 'up'))],
    ['is a folder', 'deep', (folder) => mkdir(join(folder, 'deep'))],
  ];
  for (const [what, name, prepare] of leads)
    it(`is none when its name ${what}`, async () => {
      assert.equal(await thumbnailNamed(name, prepare), undefined);
    });

  it('may be a link that stays inside the folder', async () => {
    const thumbnail = await thumbnailNamed('t.webp', async (folder) => {
      await writeFiles(folder, { 'real.webp': WEBP });
      await symlink('real.webp', join(folder, 't.webp'));
    });
    assert.equal(thumbnail?.type, 'image/webp');
  });
});
