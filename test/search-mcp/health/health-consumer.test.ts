import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Id } from '../../../src/model.ts';
import { createDocuments, HEALTHY, openHealthWorld } from './run-health.ts';

const PAGE = 200;

describe('a consumer that keeps a ledger', () => {
  it('of 5,000 documents with 300 missing ends with every healable one healed, and touches nothing else', async () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => at + 1);
    // Scattered ones, and a whole run, as a crash leaves it.
    const missing = ids.filter((id) => id % 31 === 0).concat(ids.slice(4_000, 4_160));
    const lost = [...new Set(missing)].slice(0, 300);
    const stubborn = new Set(lost.filter((id) => id % 9 === 0));
    const forbidden = new Set(lost.filter((id) => id % 10 === 1 && !stubborn.has(id)));
    assert.equal(lost.length, 300);
    const documents = createDocuments(ids, lost).map((one) => ({
      ...one,
      ...(stubborn.has(one.id) && { indexedAfterMs: undefined }),
      mayChange: !forbidden.has(one.id),
    }));
    const world = openHealthWorld({ ...HEALTHY, documents, latencyMs: 5 });

    const attempts = new Map<Id, number>();
    const exclude = new Set<Id>();
    let isProven = false;
    let calls = 0;
    for (let page: number | null = 1; page !== null; ) {
      calls += 1;
      const { report } = await world.call({
        page,
        sample_size: PAGE,
        heal: true,
        probe_proven: isProven,
        exclude_ids: [...exclude],
      });
      assert.ok(report !== undefined && calls < 200);
      isProven ||= report.probe_proven;
      for (const id of [...report.still_missing_ids, ...report.skipped_ids, ...report.unverified_ids]) {
        attempts.set(id, (attempts.get(id) ?? 0) + 1);
        if (attempts.get(id) === 3) exclude.add(id);
      }
      const open = report.missing - report.healed - report.excluded_ids.length;
      if (open === 0) page = report.next_page;
    }

    const absent = [...world.documents.values()].filter(({ isIndexed }) => !isIndexed).map(({ id }) => id);
    assert.deepEqual(new Set(absent), stubborn.union(forbidden));
    assert.deepEqual(exclude, stubborn.union(forbidden));
    assert.deepEqual(new Set(world.patched), new Set(lost), 'something else was touched');
    for (const id of lost) {
      const times = world.patched.filter((one) => one === id).length;
      assert.equal(times, stubborn.has(id) || forbidden.has(id) ? 3 : 1, `${id} was saved ${times} times`);
    }
  });
});
