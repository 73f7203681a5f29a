import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepStatus, toLibraryStatus } from '../../src/web/library-status.ts';

const live = {
  generation: 'a',
  started_at: '2026-01-01T00:00:00.000000Z',
  documents: 44,
  passages: 133,
  recipe: { schema: 1, chunker: 1, analyzer: 1, embedding: null },
};
const status = { live, failed: 2, set_aside: 0, excluded: 0, last_success_at: '2026-01-02T00:00:00.000000Z', runs: {} };

describe('toLibraryStatus', () => {
  it('tells what the footer shows', () => {
    assert.deepEqual(toLibraryStatus(status, { model: 'm', hasEmbedder: true }), {
      documents: 44,
      failedDocuments: 2,
      updatedAt: Date.UTC(2026, 0, 2),
      model: 'm',
      search: 'lexical',
    });
  });

  it('calls the search dense only when both the index and this program can do that', () => {
    const embedding = { model: 'e', digest: 'd', dimensions: 3 };
    const dense = { ...status, live: { ...live, recipe: { ...live.recipe, embedding } } };
    assert.equal(toLibraryStatus(dense, { model: undefined, hasEmbedder: true })?.search, 'dense+lexical');
    assert.equal(toLibraryStatus(dense, { model: undefined, hasEmbedder: false })?.search, 'lexical');
  });

  it('knows an index that was never in step, and none at all', () => {
    const { last_success_at: _never, ...fresh } = status;
    assert.equal(toLibraryStatus(fresh, { model: undefined, hasEmbedder: false })?.updatedAt, undefined);
    const { live: _none, ...empty } = status;
    assert.equal(toLibraryStatus(empty, { model: undefined, hasEmbedder: false }), undefined);
  });
});

describe('keepStatus', () => {
  it('reads once in five seconds, and at once again after a failure', async () => {
    let reads = 0;
    let time = 0;
    const read = keepStatus(
      async () => {
        reads += 1;
        if (reads === 1) throw new Error('down');
        return undefined;
      },
      () => time,
    );
    await assert.rejects(read({}));
    await read({});
    await read({});
    assert.equal(reads, 2);
    time = 5_000;
    await read({});
    assert.equal(reads, 3);
  });
});
