import assert from 'node:assert/strict';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FILES, openDocsWorld } from './open-docs-world.ts';

describe('a folder that changes while it is served', () => {
  it('is searched, read and listed as it is now, and its client is told each time', async (context) => {
    let changes = 0;
    const onRead = (_: unknown, isFirst: boolean) => {
      if (!isFirst) changes += 1;
    };
    const { root, call } = await openDocsWorld(context, { watchMs: 1, onRead });
    const find = async (query: string) => {
      const { structured } = await call('search_documents', { query });
      return (structured as { results: { id: string }[] }).results.map(({ id }) => id);
    };
    const list = async () => {
      const { structured } = await call('list_documents', {});
      return (structured as { documents: { id: string }[] }).documents.map(({ id }) => id);
    };
    const untilTold = async (work: () => void) => {
      const before = changes;
      work();
      while (changes === before) await setImmediate();
    };
    await list();
    await untilTold(() => writeFileSync(join(root, 'new.md'), '# Zebra\n'));
    assert.deepEqual([await find('zebra'), await list()], [['new.md'], [...Object.keys(FILES), 'new.md'].sort()]);
    await untilTold(() => writeFileSync(join(root, 'new.md'), '# Giraffe, and more\n'));
    assert.deepEqual([await find('zebra'), await find('giraffe')], [[], ['new.md']]);
    await untilTold(() => renameSync(join(root, 'new.md'), join(root, 'renamed.md')));
    assert.deepEqual(await find('giraffe'), ['renamed.md']);
    assert.equal((await call('read_document', { id: 'new.md' })).isError, true);
    await untilTold(() => rmSync(join(root, 'renamed.md')));
    assert.deepEqual([await find('giraffe'), await list()], [[], Object.keys(FILES).sort()]);
  });

  it('says of a file that it is left out also when that begins later: it went away without a word', async (context) => {
    const told: string[] = [];
    const { root, call } = await openDocsWorld(context, {
      watchMs: 1,
      onSkipped: ({ id, reason }) => told.push(`${id}: ${reason}`),
    });
    await call('list_documents', {});
    writeFileSync(join(root, 'notes.txt'), 'binary\0now');
    while (told.length < 1) await setImmediate();
    symlinkSync('/etc', join(root, 'etc'));
    while (told.length < 2) await setImmediate();
    rmSync(join(root, 'etc'));
    writeFileSync(join(root, 'more.txt'), 'binary\0too');
    while (told.length < 3) await setImmediate();
    assert.deepEqual(told, [
      'notes.txt: a binary file, or not UTF-8',
      'etc: a link that leads out of the folder',
      'more.txt: a binary file, or not UTF-8',
    ]);
  });

  it('never gives a passage that is not a slice of what the document held at some time', async (context) => {
    const { root, call } = await openDocsWorld(context, { watchMs: 1, files: { 'a.md': 'version 0 alpha' } });
    const versions = Array.from({ length: 12 }, (_, number) => `version ${number} ${'alpha '.repeat(number + 1)}`);
    for (const version of versions) {
      writeFileSync(join(root, 'a.md'), version);
      for (let round = 0; round < 3; round += 1) {
        const { structured } = await call('search_documents', { query: 'alpha version' });
        const { results } = structured as { results: { start: number; end: number; text: string }[] };
        for (const { start, end, text } of results)
          assert.ok(
            text === 'version 0 alpha' || versions.some((one) => one.slice(start, end) === text),
            JSON.stringify(text),
          );
        await setImmediate();
      }
    }
  });
});
