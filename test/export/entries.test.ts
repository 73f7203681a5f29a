import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConfigError } from '../../src/errors.ts';
import { type EntryLimits, type RawEntry, readEntries } from '../../src/export/entries.ts';
import { withFolder, writeFiles } from './write-export.ts';

async function readAll(
  folder: string,
  content: string | Uint8Array,
  limits: Partial<EntryLimits> = {},
): Promise<RawEntry[]> {
  await writeFiles(folder, { 'list.json': content });
  await using handle = await open(join(folder, 'list.json'));
  const entries = readEntries({ handle, name: 'list.json' }, { chunkBytes: 7, maxEntryBytes: 10_000, ...limits });
  const all: RawEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

describe('readEntries', () => {
  it('gives every entry with its place, however the file falls into chunks', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 });
    const entry = fc.dictionary(text, fc.oneof(text, fc.json({ maxDepth: 2 })), { maxKeys: 4, noNullPrototype: true });
    const list = fc.array(entry, { maxLength: 4 });
    await withFolder((folder) =>
      fc.assert(
        fc.asyncProperty(
          list,
          fc.integer({ min: 1, max: 64 }),
          fc.constantFrom(0, 2),
          async (values, chunkBytes, indent) => {
            const file = Buffer.from(JSON.stringify(values, undefined, indent));
            const entries = await readAll(folder, file, { chunkBytes, maxEntryBytes: 1e9 });
            assert.deepEqual(
              entries.map(({ value }) => value),
              values,
            );
            for (const { value, start, end } of entries)
              assert.deepEqual(JSON.parse(file.subarray(start, end).toString()), value);
            assert.deepEqual(
              entries.map(({ number }) => number),
              values.map((_, index) => index + 1),
            );
          },
        ),
        { numRuns: 60 },
      ),
    );
  });

  const broken: readonly [what: string, text: string, place: string, reason: RegExp][] = [
    ['nothing at all', '', '1:1', /ends too early/],
    ['an object', '{"version": "3.0.5"}', '1:1', /not the list/],
    ['a web page', '\n<html>', '2:1', /not the list/],
    ['a list of numbers', '[1, 2]', '1:2', /an entry/],
    ['a missing comma', '[{"a":1} {"a":2}]', '1:10', /a comma/],
    ['a trailing comma', '[{"a":1},]', '1:10', /an entry/],
    ['something after the end', '[]\n[]', '2:1', /after the end/],
    ['a bad value', '[{"a":1},\n {"ü": x}]', '2:8', /not valid JSON/],
    ['a quote left out', '[{"a": "x},\n{"b": "y"}]', '1:12', /not valid JSON/],
    ['a file cut between two entries', '[{"a":1},', '1:10', /ends too early, after 1 entries/],
    ['a file cut inside an entry', '[{"a":1},\n{"b": "x', '2:9', /ends too early/],
    ['a file cut inside a letter', '[{"b": "x\u00fc', '1:2', /not UTF-8/],
  ];
  for (const [what, text, place, reason] of broken)
    it(`names the place of the fault in ${what}`, async () => {
      const bytes = Buffer.from(text);
      const content = what.endsWith('letter') ? bytes.subarray(0, -1) : bytes;
      await withFolder((folder) =>
        assert.rejects(readAll(folder, content), (error: Error) => {
          assert.ok(error instanceof ConfigError, `a ConfigError, not ${error.stack}`);
          assert.match(error.message, new RegExp(`list\\.json:${place}: `));
          assert.match(error.message, reason);
          return true;
        }),
      );
    });

  it('does not quote the text it cannot read', async () => {
    await withFolder((folder) =>
      assert.rejects(readAll(folder, '[{"content": "Dear Anna" oops}]'), (error: Error) => {
        assert.doesNotMatch(error.message, /Anna|oops/);
        return true;
      }),
    );
  });

  it('refuses an entry without an end instead of taking all memory', async () => {
    await withFolder((folder) =>
      assert.rejects(
        readAll(folder, `[{"a": "${'x'.repeat(500)}`, { maxEntryBytes: 100 }),
        /entry 1 is larger than 100 bytes/,
      ),
    );
  });
});
