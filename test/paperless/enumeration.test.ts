import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { UnavailableError } from '../../src/errors.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { rewrite } from '../fakes/paperless/faults.ts';
import { FakeLibrary } from '../fakes/paperless/library.ts';
import { createTestClient } from './test-client.ts';

const COUNT = 120;

function setUp() {
  const library = new FakeLibrary();
  for (let id = 1; id <= COUNT; id++)
    library.add({ id, modified: `2026-01-01T00:${String(id % 60).padStart(2, '0')}:00.000000Z` });
  const fake = createFakePaperless(library);
  return { library, fake, source: new PaperlessSource(createTestClient(fake).client, { pageSize: 40 }) };
}

describe('PaperlessSource, enumerating', () => {
  it('asks for pages by number in the order of ids, never where `next` points to', async () => {
    const { fake, source } = setUp();
    fake.faults.add(rewrite((body) => ({ ...body, next: 'http://elsewhere.example:443/api/documents/?page=2' })));
    assert.equal((await source.allIds()).length, COUNT);
    for (const { query, headers } of fake.requests) {
      assert.equal(query.ordering, 'id');
      assert.equal(headers.host ?? 'paperless.example', 'paperless.example');
    }
    assert.deepEqual(
      fake.requests.map(({ query }) => query.page),
      ['1', '2', '3', '4'],
    );
  });

  it('is an error when a page in the middle fails (only the first 25 were imported)', async () => {
    const { fake, source } = setUp();
    const answer = () => Response.json({ detail: 'Invalid page.' }, { status: 404 });
    fake.faults.add({ instead: answer }, { match: ({ query }) => query.page === '2' });
    await assert.rejects(source.allIds(), UnavailableError);
  });

  it('is an error when the count is never what was read', async () => {
    const { fake, source } = setUp();
    fake.faults.add(rewrite((body) => ({ ...body, count: Number(body.count) + 1 })));
    await assert.rejects(source.allIds(), /may be incomplete/);
    await assert.rejects(source.changedSince(undefined), /may be incomplete/);
  });

  it('reads again when a count was wrong once', async () => {
    const { fake, source } = setUp();
    fake.faults.add(
      rewrite((body) => ({ ...body, count: Number(body.count) - 1 })),
      { times: 1, skip: 3 },
    );
    assert.equal((await source.allIds()).length, COUNT);
  });

  it('never takes repeated rows for documents (pages repeat or skip where the order is not unique)', async () => {
    const { fake, source } = setUp();
    const repeat = (rows: unknown) => [...(rows as unknown[]).slice(0, -1), (rows as unknown[])[0]];
    fake.faults.add(rewrite((body) => ({ ...body, results: repeat(body.results) })));
    await assert.rejects(source.allIds(), UnavailableError);
  });

  it('holds every document that was there all the time, or fails, whatever people do between the pages', async () => {
    const action = fc.record({
      request: fc.integer({ min: 2, max: 10 }),
      id: fc.integer({ min: 1, max: COUNT }),
      kind: fc.constantFrom('trash', 'restore', 'edit', 'add'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), fc.boolean(), async (actions, all) => {
        const { library, fake, source } = setUp();
        const touched = new Set<number>();
        fake.faults.add({
          before: () => {
            for (const { id, kind } of actions.filter(({ request }) => request === fake.requests.length)) {
              const isLive = library.documents.get(id)?.deleted_at === null;
              if (kind === 'add') library.add();
              if (kind === 'restore' && !isLive) library.restore(id);
              if (kind === 'trash' && isLive) library.trash(id);
              if (kind === 'edit' && isLive) library.edit(id);
              touched.add(id);
            }
          },
        });
        const since = all ? undefined : '2026-01-01T00:10:00.000000Z';
        const expected = library.list().filter(({ modified }) => since === undefined || modified >= since);
        try {
          const ids = (await source.changedSince(since)).map(({ id }) => id);
          assert.equal(new Set(ids).size, ids.length, 'a document twice');
          const found = new Set(ids);
          for (const { id } of expected) assert.ok(touched.has(id) || found.has(id), `document ${id} was lost`);
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
        }
      }),
      { numRuns: 60 },
    );
  });
});
