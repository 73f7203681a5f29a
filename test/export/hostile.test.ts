import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConfigError } from '../../src/errors.ts';
import { createExportArchive } from '../../src/export/export-archive.ts';
import { createExportSource } from '../../src/export/export-source.ts';
import { SAMPLE_LIBRARY } from '../contract/sample-library.ts';
import { toEntries, withFolder, writeFiles } from './write-export.ts';

const ENTRIES = toEntries(SAMPLE_LIBRARY);
const SECRET = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L secret', 'latin1');

/** Does everything that can be done with a folder. Anything but success or a `ConfigError` is a failure. */
async function useEverything(folder: string): Promise<void> {
  const [source, archive] = [createExportSource(folder), createExportArchive(folder)];
  try {
    const ids = await source.allIds();
    assert.equal((await source.changedSince(undefined)).length, ids.length);
    assert.equal((await source.read(ids)).length, ids.length);
    assert.equal((await archive.visible(ids, { kind: 'everyone' })).size, ids.length);
    await source.names();
    for (const kind of ['correspondent', 'tag', 'document_type'] as const) await archive.counts(kind);
    for (const id of ids) {
      const thumbnail = await archive.thumbnail(id);
      assert.ok(!Buffer.from(thumbnail?.bytes ?? []).includes('secret'), 'nothing comes from outside the folder');
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    assert.doesNotMatch(error.message, /Nachzahlung|secret/, 'no text in the message');
  }
}

async function withHostileFolder(run: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(async (parent) => {
    const folder = join(parent, 'export');
    await writeFiles(parent, { 'secret.webp': SECRET });
    await writeFiles(folder, { 'real.webp': SECRET.subarray(0, 12) });
    await symlink('../secret.webp', join(folder, 'link.webp'));
    await run(folder);
  });
}

/** Replaces what stands at `path`, each step taken modulo the number of choices. */
function put(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % keys.length];
  if (key === undefined) return replacement;
  const changed = put((value as Record<string, unknown>)[key], rest, replacement);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}

describe('a hostile manifest', () => {
  it('with wrong values anywhere gives a ConfigError or a library, never a crash or a file from outside', async () => {
    const path = fc.array(fc.nat(200), { minLength: 1, maxLength: 4 });
    const names = fc.constantFrom('../secret.webp', '/etc/passwd', 'link.webp', 'real.webp', 'manifest.json', '\0', '');
    const value = fc.oneof(
      names,
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer(),
      fc.constantFrom(null, -1, 2 ** 60, '__proto__'),
    );
    const changes = fc.array(fc.tuple(path, value), { minLength: 1, maxLength: 4 });
    await withHostileFolder((folder) =>
      fc.assert(
        fc.asyncProperty(changes, names, async (list, thumbnail) => {
          const named = ENTRIES.map((entry) =>
            entry.model === 'documents.document' ? { ...entry, __exported_thumbnail_name__: thumbnail } : entry,
          );
          const manifest = list.reduce<unknown>((entries, [at, what]) => put(entries, at, what), named);
          await writeFiles(folder, { 'manifest.json': JSON.stringify(manifest) });
          await useEverything(folder);
        }),
        { numRuns: 80 },
      ),
    );
  });

  it('with damaged bytes gives a ConfigError or a library', async () => {
    const bytes = Buffer.from(JSON.stringify(ENTRIES));
    const damage = fc.tuple(fc.nat(bytes.length), fc.uint8Array({ maxLength: 3 }), fc.nat(20));
    await withHostileFolder((folder) =>
      fc.assert(
        fc.asyncProperty(damage, async ([at, insert, cut]) => {
          const damaged = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + cut)]);
          await writeFiles(folder, { 'manifest.json': damaged });
          await useEverything(folder);
        }),
        { numRuns: 80 },
      ),
    );
  });

  it('cut off anywhere is an error, never fewer documents', async () => {
    const bytes = Buffer.from(JSON.stringify(ENTRIES, undefined, 1));
    await withHostileFolder((folder) =>
      fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
          await writeFiles(folder, { 'manifest.json': bytes.subarray(0, length) });
          await assert.rejects(createExportSource(folder).count(), ConfigError);
        }),
        { numRuns: 80 },
      ),
    );
  });
});
