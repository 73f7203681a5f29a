import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../src/errors.ts';
import type { HealthInput } from '../../../src/search-mcp/tools/search-index-health.ts';
import { assertInvariants } from './invariants.ts';
import { runHealth } from './run-health.ts';
import type { Simulation } from './simulated-paperless.ts';

const anyDocuments = fc
  .array(
    fc.record({
      ageSeconds: fc.constantFrom(10, 899, 901, 100_000),
      isIndexed: fc.boolean(),
      indexedAfterMs: fc.constantFrom(0, 150, 1_200, 100_000, undefined),
      mayChange: fc.constantFrom(true, true, true, false),
      hasVersions: fc.boolean(),
    }),
    { maxLength: 24 },
  )
  .chain((documents) =>
    fc.constantFrom('as they are', 'all lost', 'old ones lost', 'none lost').map((loss) =>
      documents.map((document, at) => ({
        ...document,
        id: (at + 1) * 3,
        isIndexed: {
          'as they are': document.isIndexed,
          'all lost': false,
          'old ones lost': at > 12,
          'none lost': true,
        }[loss],
      })),
    ),
  );

const anySimulation: fc.Arbitrary<Simulation> = fc.record({
  documents: anyDocuments,
  index: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'broken', 'panicking', 'rejecting'),
  isFuzzy: fc.boolean(),
  status: fc.constantFrom('OK', 'OK', 'OK', 'forbidden', 'flat', 'ERROR', 'crash'),
  workflows: fc.constantFrom('none', 'none', 'none', 'disabled', 'enabled', 'second page', 'forbidden', 'short'),
  faults: fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: 40 }),
      kind: fc.constantFrom(401, 403, 404, 429, 429, 500, 502, 503, 'reset', 'late', 'web page', 'cut'),
      isDone: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  deletions: fc.array(
    fc.record({ at: fc.integer({ min: 1, max: 30 }), id: fc.integer({ min: 1, max: 24 }).map((n) => n * 3) }),
    { maxLength: 3 },
  ),
  latencyMs: fc.constantFrom(5, 50, 400, 3_000),
}) as fc.Arbitrary<Simulation>;

const anyInput: fc.Arbitrary<HealthInput> = fc.record({
  sample_size: fc.constantFrom(1, 3, 10, 50),
  page: fc.constantFrom(1, 1, 1, 2, 3, 9),
  min_age_seconds: fc.constantFrom(0, 900, 50_000),
  probe_proven: fc.boolean(),
  heal: fc.constantFrom(true, true, true, false),
  max_touch: fc.constantFrom(0, 1, 3, 25),
  exclude_ids: fc.subarray([3, 6, 9, 12, 15, 30, 45, 60]),
  allow_workflows: fc.boolean(),
});

const budgetMs = fc.constantFrom(120_000, 120_000, 120_000, 30_000, 8_000, 2_000, 100);

describe('search_index_health over a simulated Paperless with faults', () => {
  it('keeps every invariant in 2,000 seeded runs', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anySimulation, anyInput, budgetMs, async (simulation, input, budget) => {
        const run = await runHealth(simulation, input, { budgetMs: budget });
        assertInvariants(run, input, simulation);
        const key = run.report?.verdict ?? 'failed';
        for (const one of [key, ...(run.patched.length > 0 ? [`${key}, touched`] : [])])
          seen.set(one, (seen.get(one) ?? 0) + 1);
      }),
      { numRuns: 2_000, seed: 20_261_201 },
    );
    // A suite that never comes to the point would pass as well.
    for (const kind of [
      'healthy',
      'degraded',
      'inconclusive',
      'index_error',
      'empty',
      'failed',
      'degraded, touched',
      'inconclusive, touched',
    ])
      assert.ok((seen.get(kind) ?? 0) >= 10, `${kind}: ${seen.get(kind) ?? 0} runs`);
  });

  it('cancelled at any request, touches nothing after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySimulation,
        anyInput,
        fc.integer({ min: 1, max: 30 }),
        async (simulation, input, cancelAt) => {
          const run = await runHealth(simulation, input, { cancelAt });
          if (run.requests.length < cancelAt) return;
          assert.ok(isAbort(run.error), 'a cancelled call has no report');
          // Probes run a few at a time: the others of the same moment were sent already.
          assert.ok(run.requests.length <= cancelAt + 3);
          assert.ok(run.requests.slice(cancelAt).every(({ method }) => method === 'GET'));
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('ends within its budget, whatever Paperless does', async () => {
    await fc.assert(
      fc.asyncProperty(anySimulation, anyInput, budgetMs, async (simulation, input, budget) => {
        const { tookMs } = await runHealth(simulation, input, { budgetMs: budget });
        // The simulation's clock is moved by whole latencies, and by seventy seconds where an answer never comes.
        const slack = 4 * (simulation.faults.some(({ kind }) => kind === 'late') ? 70_000 : simulation.latencyMs);
        assert.ok(tookMs <= budget + slack, `${tookMs} of ${budget}`);
      }),
      { numRuns: 200, seed: 8 },
    );
  });

  it('reports probe_proven from its own evidence, whatever the caller vouches for', async () => {
    await fc.assert(
      fc.asyncProperty(anySimulation, anyInput, async (simulation, input) => {
        const [a, b] = await Promise.all(
          [true, false].map((probe_proven) => runHealth(simulation, { ...input, heal: false, probe_proven })),
        );
        assert.equal(a?.report?.probe_proven, b?.report?.probe_proven);
      }),
      { numRuns: 200, seed: 9 },
    );
  });
});
