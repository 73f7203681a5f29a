import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isKnownError } from '../../src/errors.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import type { Mode } from '../../src/sync/cursor-file.ts';
import { MemoryIndex } from '../fakes/memory-index.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { answerWebPage, cutAfter, type Fault, failWith, redirectTo, rewrite } from '../fakes/paperless/faults.ts';
import { FakeLibrary } from '../fakes/paperless/library.ts';
import { createTestClient, TOKEN } from '../paperless/test-client.ts';
import { createSyncWorld } from '../sync/sync-world.ts';

const SECRET = 'Zwetschgenknoedel';

/** What the index holds, without the generation's name. */
async function dump(index: MemoryIndex): Promise<object> {
  const reader = (await index.reader()) ?? assert.fail('nothing is live');
  const documents = await Array.fromAsync(reader.documents());
  const passages = documents.map(({ id }) => `${id}-0`);
  return { documents, names: await reader.names(), passages: await reader.read(passages, { kind: 'everything' }) };
}

/** An index in step with a Paperless of nine documents, then a change of every kind, waiting to be followed. */
async function prepare(context: TestContext) {
  const library = new FakeLibrary();
  library.addName('correspondents', { id: 1, name: 'Stadtwerke' });
  library.addName('tags', { id: 7, name: 'no-ai' });
  for (let id = 1; id <= 9; id += 1) library.add({ content: `${SECRET} ${id}`, correspondent: id % 3 ? 1 : null });
  const paperless = createFakePaperless(library);
  const world = createSyncWorld(context);
  const index = new MemoryIndex();
  // Small pages, so that lists have several.
  const source = () => new PaperlessSource(createTestClient(paperless).client, { pageSize: 5 });
  const run = (mode: Mode) => {
    Object.assign(world.deps, { index, source: source() });
    return world.run({ mode });
  };
  await run('tick');
  library.edit(1, { content: `${SECRET}, again` });
  library.edit(2, { tags: [7] });
  library.trash(3);
  library.edit(5, { owner: 9 });
  Object.assign(library.names.correspondents.get(1) ?? {}, { name: 'Wasserwerk' });
  library.add({ content: 'new' });
  paperless.requests.length = 0;
  return { paperless, index, run };
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'answers 500': failWith(500),
  'throttles without end': failWith(429, { 'retry-after': '86400' }),
  'breaks off its answers': cutAfter(20),
  'sends a login page with status 200': answerWebPage(),
  'redirects to a sign-in proxy': redirectTo('https://sso.example.org/?token=secret'),
  'refuses the token': failWith(401),
  'answers 400': failWith(400),
  'counts one too many': rewrite((body) => ({ ...body, count: Number(body.count) + 1 })),
  'leaves out a row and its count': rewrite(({ count, results }) => ({
    count: Math.max(0, Number(count) - 1),
    results: Array.isArray(results) ? results.slice(1) : results,
  })),
  'answers in another form': rewrite(() => ({ detail: SECRET })),
};

describe('a Paperless that from some request on', () => {
  for (const [name, fault] of Object.entries(FAULTS))
    it(`${name}: nothing is lost, nothing is told of the texts, the next run makes up for it`, async (context) => {
      const expected = await prepare(context);
      await expected.run('tick');
      const requests = expected.paperless.requests.length;
      const goal = await dump(expected.index);
      for (let skip = 0; skip < requests; skip += 3) {
        const { paperless, index, run } = await prepare(context);
        paperless.faults.add(fault, { skip });
        await run(skip % 2 ? 'tick' : 'reconcile').catch((error: unknown) => {
          assert.ok(isKnownError(error), String(error));
          assert.ok([75, 77, 78].includes(error.exitCode), `exit ${error.exitCode}: ${error.message}`);
          assert.ok(![SECRET, TOKEN, 'token=secret'].some((secret) => error.message.includes(secret)), error.message);
        });
        paperless.faults.clear();
        await run('tick');
        assert.deepEqual(await dump(index), goal, `request ${skip}`);
      }
    });
});
