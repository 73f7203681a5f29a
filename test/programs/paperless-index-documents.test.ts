import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { type Finished, runPaperlessIndex } from './run-paperless-index.ts';
import { type ManifestDocument, writeLibrary } from './write-library.ts';

const SECRET = 'Quittungsnummer';

async function indexLibrary(context: TestContext, documents: readonly ManifestDocument[]) {
  const folder = temporaryFolder(context);
  const surroundings = {
    stateDir: join(folder, 'state'),
    exportDir: join(folder, 'export'),
    env: { LOG_LEVEL: 'debug' },
  };
  await writeLibrary(surroundings.exportDir, documents);
  const indexed = await runPaperlessIndex(['--json'], surroundings);
  assert.equal(indexed.code, 0, indexed.stderr);
  const run = (...args: string[]) => runPaperlessIndex(args, surroundings);
  return { indexed, run, result: JSON.parse(indexed.stdout) };
}

function assertPure({ stdout, stderr }: Finished): void {
  assert.equal(stdout.split('\n').length, 2, 'one line of JSON');
  JSON.parse(stdout);
  for (const line of stderr.split('\n')) if (line !== '') JSON.parse(line);
  assert.ok(!stderr.includes(SECRET), 'no document text in the log');
}

describe('paperless-index on documents of all kinds', () => {
  it('copes with an empty library', async (context) => {
    const { result, run } = await indexLibrary(context, []);
    assert.deepEqual([result.seen, result.published], [0, true]);
    assert.match((await run('search', 'anything')).stdout, /Nothing found/);
  });

  it('indexes documents without text, title or date, and keeps its output and log clean', async (context) => {
    const { indexed, run, result } = await indexLibrary(context, [
      { id: 1 },
      { id: 2, title: `Only a title ${SECRET}` },
      { id: 3, content: `Only text ${SECRET}` },
      { id: 4, title: 'Tagged', content: 'secret diary', tags: [1] },
    ]);
    assertPure(indexed);
    assert.equal(result.embedded, 3);
    const found = await run('search', SECRET, '--json');
    assertPure(found);
    const ids = JSON.parse(found.stdout).hits.map((hit: { document_id: number }) => hit.document_id);
    assert.deepEqual(ids.sort(), [2, 3]);
    assert.match((await run('search', 'diary')).stdout, /Nothing found/);
  });

  it('shows hostile titles and texts without obeying them', async (context) => {
    const { run } = await indexLibrary(context, [
      {
        id: 1,
        title: '<script>alert(1)</script> \u001b[31mred\u001b]0;owned\u0007',
        content: 'Zahnarzt\u009b2J\u202eknab',
      },
      {
        id: 2,
        title: '\u{1f9fe} \u05d7\u05e9\u05d1\u05d5\u05df \u2067x',
        content: 'Zahnarzt \u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
      },
      { id: 3, title: 'NUL \0 and half \ud83d', content: 'Zahnarzt \0 \udc00 Ende' },
    ]);
    const text = await run('search', 'Zahnarzt');
    assert.equal(text.code, 0, text.stderr);
    assert.doesNotMatch(text.stdout, /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    assert.ok(text.stdout.isWellFormed());
    assert.match(text.stdout, /<script>alert\(1\)<\/script> red/);
    assert.match(text.stdout, /\u{1f9fe} \u05d7\u05e9\u05d1\u05d5\u05df x/u);
    const json = await run('search', 'Zahnarzt', '--json');
    assert.doesNotMatch(json.stdout, /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    assert.equal(JSON.parse(json.stdout).hits.length, 3);
  });

  it('indexes a document of five megabytes', async (context) => {
    const content = Array.from(
      { length: 70_000 },
      (_, line) => `Line ${line} of a very long contract, with numbers.\n`,
    );
    const { result, run } = await indexLibrary(context, [
      { id: 1, title: 'Long', content: `${content.join('')} ${SECRET}`.padEnd(5_000_000, ' end') },
      { id: 2, title: 'Short', content: 'text' },
    ]);
    assert.ok(result.embedded === 2 && result.passages > 4_000, `${result.passages} passages`);
    const { hits } = JSON.parse((await run('search', SECRET, '--json')).stdout);
    assert.equal(hits[0].document_id, 1);
  });
});
