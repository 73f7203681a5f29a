import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { NotFoundError, UnavailableError } from '../../src/errors.ts';
import { type ReadPage, readAllPages } from '../../src/paperless/pages.ts';

interface Row {
  readonly id: number;
}

/** A list that `change` may alter between two pages; past its end it answers like Paperless. */
function readFrom(
  ids: Set<number>,
  change: (request: number) => void = () => {},
): ReadPage<Row> & { requests: number } {
  const read = Object.assign(
    async (page: number, size: number) => {
      read.requests += 1;
      change(read.requests);
      const sorted = [...ids].sort((a, b) => a - b);
      const results = sorted.slice((page - 1) * size, page * size).map((id) => ({ id }));
      if (page > 1 && results.length === 0) throw new NotFoundError('Invalid page.');
      return { count: sorted.length, results };
    },
    { requests: 0 },
  );
  return read;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const read = async (source: ReadPage<Row>, size: number) =>
  (await readAllPages(source, { size, what: 'documents' })).map(({ id }) => id);

describe('readAllPages', () => {
  it('needs one request for what fits on a page, also for nothing', async () => {
    for (const count of [0, 1, 100]) {
      const source = readFrom(new Set(range(1, count)));
      assert.deepEqual(await read(source, 100), range(1, count));
      assert.equal(source.requests, 1);
    }
  });

  it('needs hardly more requests than pages', async () => {
    const source = readFrom(new Set(range(1, 20_000)));
    assert.equal((await read(source, 10_000)).length, 20_000);
    assert.equal(source.requests, 3);
  });

  it('reads every length of list whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(400), fc.integer({ min: 40, max: 100 }), async (count, size) => {
        assert.deepEqual(await read(readFrom(new Set(range(1, count))), size), range(1, count));
      }),
    );
  });

  it('does not lose the document that moves over the edge when one before it is deleted and another added', async () => {
    // 101 moves to the place 100 had, and the count is right all the time.
    const ids = new Set(range(1, 150));
    const source = readFrom(ids, (request) => {
      if (request !== 2) return;
      ids.delete(5);
      ids.add(151);
    });
    const rows = await read(source, 100);
    assert.ok(rows.includes(101) && rows.includes(151));
  });

  it('starts again when the list became shorter than the next page', async () => {
    const ids = new Set(range(1, 300));
    const source = readFrom(ids, (request) => {
      if (request === 2) for (const id of range(20, 300)) ids.delete(id);
    });
    assert.deepEqual(await read(source, 100), range(1, 19));
  });

  it('refuses a page shorter than it should be', async () => {
    const short: ReadPage<Row> = async () => ({ count: 90, results: range(1, 80).map((id) => ({ id })) });
    await assert.rejects(read(short, 100), UnavailableError);
  });

  it('refuses rows beyond the count, repeated rows and rows out of order', async () => {
    for (const ids of [range(1, 11), [...range(1, 9), 9], range(1, 10).reverse()]) {
      const odd: ReadPage<Row> = async () => ({ count: 10, results: ids.map((id) => ({ id })) });
      await assert.rejects(read(odd, 100), UnavailableError);
    }
  });

  it('passes on that there is no such list at all', async () => {
    const missing: ReadPage<Row> = () => Promise.reject(new NotFoundError('nothing there'));
    await assert.rejects(read(missing, 100), NotFoundError);
  });

  it('holds every document that was there all the time, or fails, whatever changes between the pages', async () => {
    const edit = fc.record({ request: fc.integer({ min: 2, max: 12 }), id: fc.integer({ min: 1, max: 240 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 40 }), fc.integer({ min: 30, max: 90 }), async (edits, size) => {
        const ids = new Set(range(1, 200));
        const constant = new Set(ids);
        const source = readFrom(ids, (request) => {
          for (const { id } of edits.filter((one) => one.request === request)) {
            // Away if it is there, back if it is not: trash, restore, upload.
            if (!ids.delete(id)) ids.add(id);
            constant.delete(id);
          }
        });
        try {
          const rows = new Set(await read(source, size));
          assert.ok(constant.isSubsetOf(rows), 'a document was lost');
        } catch (error) {
          assert.ok(error instanceof UnavailableError);
        }
      }),
    );
  });
});
