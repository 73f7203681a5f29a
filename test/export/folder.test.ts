import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import { openExportFolder } from '../../src/export/export-folder.ts';
import { createExportSource } from '../../src/export/export-source.ts';
import { toFolderError } from '../../src/export/folder-error.ts';
import { change, createSample, SAMPLE_LIBRARY } from '../contract/sample-library.ts';
import { toEntries, toManifests, withFolder, writeExport, writeFiles } from './write-export.ts';

const ENTRIES = toEntries(SAMPLE_LIBRARY);
const IDS = [1, 2, 3, 4, 6];

async function assertConfigError(promise: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(promise, (error: Error) => {
    assert.ok(error instanceof ConfigError, `a ConfigError, not ${error.stack}`);
    assert.match(error.message, message);
    return true;
  });
}

describe('an export folder', () => {
  it('that is not there is said to be missing, with the variable to set', async () => {
    await assertConfigError(
      createExportSource('/nowhere/export').count(),
      /no folder \/nowhere\/export.*PAPERLESS_EXPORT_DIR/,
    );
  });

  it('without a manifest is said to be no export', async () => {
    await withFolder(async (folder) => {
      await writeFiles(folder, { 'export.zip': 'PK' });
      await assertConfigError(createExportSource(folder).count(), /no manifest\.json in .*--zip/);
      await mkdir(join(folder, 'manifest.json'));
      await assertConfigError(createExportSource(folder).count(), /manifest\.json is not a file/);
      await assertConfigError(createExportSource(join(folder, 'export.zip')).count(), /no manifest\.json in/);
    });
  });

  it('that may not be read says so', async () => {
    const refused = Object.assign(new Error('EACCES: /srv/export'), { code: 'EACCES' });
    const error = await toFolderError(refused, '/srv/export', '/srv/export/manifest.json');
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /\/srv\/export\/manifest\.json may not be read .* Give it read permission/);
  });

  it('is refused when its manifest is empty or another program’s', async () => {
    await withFolder(async (folder) => {
      for (const foreign of [[], [{ model: 'shop.order', pk: 1, fields: {} }]]) {
        await writeFiles(folder, { 'manifest.json': foreign });
        await assertConfigError(createExportSource(folder).count(), /not of a Paperless export/);
      }
    });
  });

  it('of a version that writes something else is said to be of that version: the message only asked whether it was', async () => {
    const broken = { 'manifest.json': [{ model: 'documents.tag', pk: 1, fields: {} }] };
    const unknown = /fields\.name: .* Is this folder the work of document_exporter of Paperless-ngx 3/;
    for (const [files, message] of [
      [{ 'metadata.json': { version: '2.14.7' } }, /fields\.name: .* Paperless-ngx 2\.14\.7; exports of version 3/],
      [{ 'version.json': { version: '2.7.2' } }, /written by Paperless-ngx 2\.7\.2/],
      [{ 'metadata.json': { version: '\u001b[31m' } }, unknown],
      [{ 'metadata.json': 'x' }, unknown],
      [{}, unknown],
    ] as const)
      await withFolder(async (folder) => {
        await writeFiles(folder, { ...broken, ...files });
        await assertConfigError(createExportSource(folder).count(), message);
      });
  });

  it('with documents in the manifest does not look at parts left from an earlier split export', async () => {
    await withFolder(async (folder) => {
      await writeFiles(folder, {
        ...toManifests(ENTRIES, { split: true }),
        'manifest.json': ENTRIES,
        'x-manifest.json': 'broken',
      });
      assert.deepEqual(await createExportSource(folder).allIds(), IDS);
    });
  });

  it('names the broken part of a split export', async () => {
    await withFolder(async (folder) => {
      await writeFiles(folder, { ...toManifests(ENTRIES, { split: true }), 'deep/x-manifest.json': '[\n{]' });
      await assertConfigError(createExportSource(folder).count(), /deep\/x-manifest\.json:2:2: /);
    });
  });

  it('says the last thing of two that stand under one key, as it does to Paperless', async () => {
    await withFolder(async (folder) => {
      const text = JSON.stringify(ENTRIES).replace(
        '"pk":1,"fields":{"title":',
        '"pk":99,"pk":1,"fields":{"title":"no","title":',
      );
      assert.match(text, /"pk":99,"pk":1/);
      await writeFiles(folder, { 'manifest.json': text });
      const source = createExportSource(folder);
      assert.deepEqual(await source.allIds(), IDS);
      assert.notEqual((await source.read([1]))[0]?.title, 'no');
    });
  });

  it('may be reached by a link, but no part of it may lead out', async () => {
    await withFolder(async (parent) => {
      const [folder, link] = [join(parent, 'export'), join(parent, 'link')];
      await writeExport(folder, SAMPLE_LIBRARY, { split: true });
      await symlink(folder, link);
      assert.deepEqual(await createExportSource(link).allIds(), IDS);
      await writeFiles(parent, { 'outside-manifest.json': [ENTRIES.at(-1)] });
      await symlink(join(parent, 'outside-manifest.json'), join(folder, 'inside-manifest.json'));
      await assertConfigError(createExportSource(link).count(), /inside-manifest\.json is a link that leads/);
    });
  });

  it('takes a manifest that is a link to a file inside, but not one that leads out or nowhere', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'export');
      await writeExport(folder, SAMPLE_LIBRARY);
      const manifest = join(folder, 'manifest.json');
      await rename(manifest, join(folder, 'real.json'));
      await symlink('real.json', manifest);
      const source = createExportSource(folder);
      assert.equal((await source.read(await source.allIds())).length, IDS.length);
      await rename(join(folder, 'real.json'), join(parent, 'real.json'));
      for (const target of ['../real.json', 'nowhere.json', 'manifest.json']) {
        await rm(manifest);
        await symlink(target, manifest);
        await assertConfigError(createExportSource(folder).count(), /manifest\.json is a link that leads .*Replace it/);
      }
    });
  });

  it('is read once as long as nothing changes, and again when something did', async () => {
    await withFolder(async (parent) => {
      const path = join(parent, 'export');
      for (const split of [false, true]) {
        await writeExport(path, SAMPLE_LIBRARY, { split });
        const folder = openExportFolder(path);
        const first = await folder.load();
        assert.equal(await folder.load(), first);
        assert.equal(await folder.loadFor([1, 6]), first);
        await writeExport(path, change(SAMPLE_LIBRARY, 6, { trashed: true }), { split });
        assert.deepEqual([...(await folder.loadFor([6])).library.documents.keys()], [1, 2, 3, 4]);
      }
    });
  });

  it('shows a document that came in a part of its own', async () => {
    await withFolder(async (parent) => {
      const path = join(parent, 'export');
      await writeExport(path, SAMPLE_LIBRARY, { split: true });
      const source = createExportSource(path);
      assert.equal(await source.count(), 5);
      const part = toEntries({ ...SAMPLE_LIBRARY, documents: [createSample(70)] }).at(-1);
      await writeFiles(path, { 'new-manifest.json': [part] });
      assert.equal((await source.read([70])).length, 1);
      await rm(join(path, 'new-manifest.json'));
      assert.deepEqual(await source.read([70]), []);
    });
  });

  it('gives no text from a file that is not the one it knows, so that no text gets under a wrong id', async () => {
    await withFolder(async (parent) => {
      const path = join(parent, 'export');
      await writeExport(path, SAMPLE_LIBRARY);
      const folder = openExportFolder(path);
      const snapshot = await folder.load();
      const places = [...snapshot.library.documents.values()].map(({ newest }) => newest);
      assert.equal((await folder.readTexts(snapshot, places))?.length, 5);
      await writeFiles(path, { 'manifest.json': [...ENTRIES].reverse() });
      assert.equal(await folder.readTexts(snapshot, places), undefined);
      await rename(join(path, 'manifest.json'), join(path, 'gone.json'));
      assert.equal(await folder.readTexts(snapshot, places), undefined);
    });
  });

  it('that is being written is never taken for a smaller one', async () => {
    await withFolder(async (folder) => {
      const documents = Array.from({ length: 400 }, (_, index) =>
        createSample(index + 1, { content: 'x'.repeat(5000) }),
      );
      await writeExport(folder, { ...SAMPLE_LIBRARY, documents });
      let isRunning = true;
      const reading = createExportSource(folder)
        .allIds()
        .finally(() => {
          isRunning = false;
        });
      const touching = (async () => {
        for (let second = 1; isRunning; second += 1) await utimes(join(folder, 'manifest.json'), second, second);
      })();
      await assert.rejects(reading, UnavailableError);
      await touching;
    });
  });

  it('is read in one go for all who ask at once, and one who leaves does not stop it', async () => {
    await withFolder(async (parent) => {
      const path = join(parent, 'export');
      await writeExport(path, SAMPLE_LIBRARY);
      const folder = openExportFolder(path);
      const leaving = new AbortController();
      const left = folder.load({ signal: leaving.signal });
      const [first, second] = [folder.load(), folder.load()];
      leaving.abort();
      await assert.rejects(left, { name: 'AbortError' });
      assert.equal(await first, await second);
    });
  });
});
