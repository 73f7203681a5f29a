import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Generation, Recipe } from '../../src/model.ts';
import { advanceCursor, toOverlap } from '../../src/sync/advance-cursor.ts';
import { countFailure, MAX_ATTEMPTS } from '../../src/sync/failures.ts';
import { planDocument } from '../../src/sync/plan-document.ts';
import { planGenerations } from '../../src/sync/plan-generations.ts';
import { isMassRemoval } from '../../src/sync/plan-removals.ts';
import { planReadSize } from '../../src/sync/read-documents.ts';
import { canMake } from '../../src/sync/recipe.ts';
import { toInstant } from '../../src/text/instant.ts';

const RECIPE: Recipe = { schema: 1, chunker: 1, analyzer: 1, embedding: undefined };
const EMBEDDING = { model: 'm', digest: 'd', documentPrefix: '', queryPrefix: '', dimensions: 3 };
const DENSE: Recipe = { ...RECIPE, embedding: EMBEDDING };

function generation(id: string, state: Generation['state'], recipe = RECIPE): Generation {
  return { id, state, recipe, startedAt: '2026-01-01T00:00:00.000000Z' };
}

describe('planDocument', () => {
  const known = { text: 't', metadata: 'm', permissions: 'p' };
  const plan = (fingerprint: Partial<typeof known>, isExcluded = false) =>
    planDocument({ fingerprint: { ...known, ...fingerprint }, known, isExcluded });

  it('leaves alone what is the same', () => {
    assert.equal(plan({}), 'unchanged');
  });

  it('replaces when the text or the header changed', () => {
    assert.equal(plan({ text: 'new', metadata: 'new' }), 'replace');
    assert.equal(planDocument({ fingerprint: known, known: undefined, isExcluded: false }), 'replace');
  });

  it('updates without embedding when only metadata or permissions changed', () => {
    assert.equal(plan({ metadata: 'new' }), 'metadata');
    assert.equal(plan({ permissions: 'new' }), 'metadata');
  });

  it('excludes whatever else changed', () => {
    assert.equal(plan({ text: 'new' }, true), 'exclude');
  });
});

describe('isMassRemoval', () => {
  it('allows twenty documents, or a tenth of them', () => {
    const refuses = (vanished: number, indexed: number) =>
      isMassRemoval({ vanished, indexed, allowMassRemoval: false });
    assert.deepEqual(
      [refuses(20, 20), refuses(21, 30), refuses(100, 1_000), refuses(101, 1_000)],
      [false, true, false, true],
    );
  });

  it('allows everything on request', () => {
    assert.equal(isMassRemoval({ vanished: 1_000, indexed: 1_000, allowMassRemoval: true }), false);
  });
});

describe('planGenerations', () => {
  it('builds when nothing is live', () => {
    assert.deepEqual(planGenerations([], RECIPE, false), { live: undefined, build: 'begin', discard: [] });
  });

  it('builds nothing when the live recipe is the current one', () => {
    const live = generation('a', 'live');
    assert.deepEqual(planGenerations([live], RECIPE, false), { live, build: undefined, discard: [] });
  });

  it('builds on request and when the recipe changed', () => {
    const live = generation('a', 'live');
    assert.equal(planGenerations([live], RECIPE, true).build, 'begin');
    assert.equal(planGenerations([live], DENSE, false).build, 'begin');
  });

  it('goes on with the youngest build of the current recipe and gives up the others', () => {
    const generations = [
      generation('b', 'building', DENSE),
      generation('a', 'live'),
      generation('c', 'building', DENSE),
      generation('d', 'building', { ...RECIPE, chunker: 2 }),
    ];
    const plan = planGenerations(generations, DENSE, false);
    assert.equal(plan.build, generations[2]);
    assert.deepEqual(plan.discard, ['b', 'd']);
    assert.equal(plan.live, generations[1]);
  });

  it('touches nothing while the recipe is unknown', () => {
    const generations = [generation('a', 'live', DENSE), generation('b', 'building', DENSE)];
    assert.deepEqual(planGenerations(generations, undefined, true), {
      live: generations[0],
      build: undefined,
      discard: [],
    });
  });
});

describe('canMake', () => {
  it('makes passages without embeddings whatever the embedder is now', () => {
    assert.ok(canMake(RECIPE, DENSE));
    assert.ok(canMake(DENSE, DENSE));
  });

  it('cannot make what another model, chunker or analyzer made', () => {
    assert.ok(!canMake(DENSE, RECIPE));
    assert.ok(!canMake(DENSE, { ...DENSE, embedding: { ...EMBEDDING, digest: 'new' } }));
    assert.ok(!canMake({ ...RECIPE, chunker: 0 }, RECIPE));
  });
});

describe('the cursor', () => {
  const now = Date.parse('2026-11-30T12:00:00.000Z');

  it('keeps its microseconds', () => {
    assert.equal(advanceCursor(undefined, '2026-11-30T11:19:01.628871Z', now), '2026-11-30T11:19:01.628871Z');
  });

  it('goes on to what was read', () => {
    const [before, modified] = ['2026-01-01T00:00:00.000000Z', '2026-01-02T00:00:00.000000Z'];
    assert.equal(advanceCursor(before, modified, now), modified);
  });

  it('never goes back and never into the future', () => {
    const instant = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(toInstant);
    fc.assert(
      fc.property(instant, instant, (cursor, modified) => {
        const next = advanceCursor(cursor, modified, now);
        assert.ok(next >= cursor);
        assert.ok(next === cursor || next <= toInstant(now));
      }),
    );
  });

  it('is read from ten seconds before', () => {
    assert.equal(toOverlap('2026-11-30T11:19:01.628871Z'), '2026-11-30T11:18:51.628000Z');
    assert.equal(toOverlap(undefined), undefined);
  });
});

describe('countFailure', () => {
  const failure = { id: 7, modified: '2026-01-01T00:00:00.000000Z', reason: 'NaN', nowMs: 0 };

  it('counts the attempts up to the last one', () => {
    let failed = countFailure(undefined, failure);
    assert.equal(failed.attempts, 1);
    for (let attempt = 0; attempt < 10; attempt += 1) failed = countFailure(failed, failure);
    assert.equal(failed.attempts, MAX_ATTEMPTS);
  });

  it('starts again when the document was changed', () => {
    const before = { ...countFailure(undefined, failure), attempts: 5 };
    assert.equal(countFailure(before, { ...failure, modified: '2026-01-02T00:00:00.000000Z' }).attempts, 1);
  });
});

describe('planReadSize', () => {
  it('grows to hundreds of small documents and shrinks to single large ones', () => {
    assert.equal(planReadSize(20, [1_000, 3_000], 4_000_000), 80);
    assert.equal(planReadSize(400, [1_000], 4_000_000), 500);
    assert.equal(planReadSize(500, [5_000_000], 4_000_000), 1);
    assert.equal(planReadSize(20, [], 4_000_000), 80);
    assert.equal(planReadSize(20, [0, 0], 4_000_000), 80);
  });
});
