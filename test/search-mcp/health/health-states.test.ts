import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignInError, UnavailableError } from '../../../src/errors.ts';
import { createDocuments, HEALTHY, runHealth } from './run-health.ts';
import type { Simulation } from './simulated-paperless.ts';

const IDS = Array.from({ length: 20 }, (_, at) => at + 1);

async function check(
  changes: Partial<Simulation>,
  input: Parameters<typeof runHealth>[1] = {},
  options: Parameters<typeof runHealth>[2] = {},
) {
  const run = await runHealth({ ...HEALTHY, documents: createDocuments(IDS), ...changes }, input, options);
  if (run.report === undefined) throw run.error;
  return { ...run, report: run.report };
}

const lost = (...missing: number[]) => ({ documents: createDocuments(IDS, missing) });

describe('search_index_health', () => {
  it('asks in the order in which each step trusts the one before', async () => {
    const { requests } = await check({ ...lost(4, 9), latencyMs: 1 }, { heal: true });
    const lines = requests.map(({ method, path, query }) => {
      const asked = query.get('query') ?? (query.has('page') ? `page ${query.get('page')}` : '');
      const among = query.has('id__in') ? ` among ${query.get('id__in')?.split(',').length}` : '';
      return `${method} ${path} ${asked}${among}`.trim();
    });
    assert.deepEqual(lines, [
      'GET /api/documents/ *',
      'GET /api/status/',
      'GET /api/documents/ page 1',
      'GET /api/documents/ * among 20',
      'GET /api/documents/ id:9',
      'GET /api/documents/ id:4',
      'GET /api/workflows/ page 1',
      'PATCH /api/documents/9/',
      'PATCH /api/documents/4/',
      'GET /api/documents/ * among 2',
    ]);
  });

  it('nothing missing: healthy, and says what that does not mean', async () => {
    const { report } = await check({});
    assert.equal(report.verdict, 'healthy');
    assert.equal(report.found, 20);
    assert.match(report.message, /nothing about how current their text/);
  });

  it('restored from the trash: missing, and healed', async () => {
    const { report } = await check(lost(7), { heal: true });
    assert.deepEqual([report.verdict, report.missing_ids, report.healed_ids], ['degraded', [7], [7]]);
  });

  it('fuzzy settings add other rows: only a row with the id itself counts', async () => {
    const { report } = await check({ ...lost(1), isFuzzy: true });
    assert.deepEqual(report.missing_ids, [1]);
  });

  it('everything lost though status says OK: one canary, found afterwards, then the rest', async () => {
    const { report, patched } = await check(lost(...IDS), { heal: true });
    assert.deepEqual([report.verdict, report.index_status, report.touched], ['degraded', 'OK', 20]);
    assert.equal(report.probe_proven, true);
    assert.deepEqual(patched, IDS.toReversed());
  });

  it('everything lost and saving brings nothing back: one document is touched, no more', async () => {
    const documents = createDocuments(IDS, IDS).map((one) => ({ ...one, indexedAfterMs: undefined }));
    const { report } = await check({ documents }, { heal: true });
    assert.deepEqual([report.verdict, report.touched, report.still_missing_ids], ['inconclusive', 1, [20]]);
    assert.match(report.message, /Saving one did not bring it back/);
  });

  it('a canary that is gone or forbidden says nothing: the next one is taken', async () => {
    const documents = createDocuments(IDS, IDS).map((one) => ({ ...one, mayChange: one.id < 19 }));
    const { report } = await check({ documents }, { heal: true });
    assert.deepEqual([report.skipped_ids, report.healed], [[20, 19], 18]);
  });

  it('a caller who has seen the probe work needs no canary', async () => {
    const documents = createDocuments(IDS, IDS).map((one) => ({ ...one, indexedAfterMs: undefined }));
    const { report } = await check({ documents }, { heal: true, probe_proven: true, max_touch: 3 });
    assert.deepEqual([report.verdict, report.touched, report.probe_proven], ['degraded', 3, false]);
  });

  it('old documents lost: a newer one of page 1 proves that a miss is a miss', async () => {
    const { report } = await check(lost(1, 2, 3, 4, 5), { page: 4, sample_size: 5 });
    assert.deepEqual([report.verdict, report.control_id, report.control_found], ['degraded', 20, true]);
  });

  it('no control is left on page 1 itself: inconclusive', async () => {
    const { report } = await check(lost(...IDS));
    assert.deepEqual([report.verdict, report.control_id, report.control_found], ['inconclusive', null, null]);
  });

  it('three controls are tried, no more', async () => {
    const { report, requests } = await check(lost(...IDS), { page: 3, sample_size: 5 });
    assert.deepEqual([report.verdict, report.control_id, report.control_found], ['inconclusive', 18, false]);
    assert.equal(requests.filter(({ query }) => query.get('query')?.startsWith('id:')).length, 5 + 3);
  });

  for (const index of ['broken', 'panicking'] as const)
    it(`an index that is ${index} (400 or 500 for a valid query): index_error, nothing judged or healed`, async () => {
      const { report, patched } = await check({ index }, { heal: true });
      assert.deepEqual([report.verdict, report.sampled, report.db_total], ['index_error', 0, 20]);
      assert.deepEqual(patched, []);
      assert.match(report.message, /document_index reindex/);
    });

  it('a single 500 is no broken index', async () => {
    const { report } = await check({ faults: [{ at: 1, kind: 500, isDone: false }] });
    assert.equal(report.verdict, 'healthy');
  });

  it('status ERROR though searches go on from open files: index_error, and nothing is saved', async () => {
    const { report, patched } = await check({ ...lost(3), status: 'ERROR' }, { heal: true });
    assert.deepEqual([report.verdict, report.index_status, patched], ['index_error', 'ERROR', []]);
    assert.match(report.index_error ?? '', /opening index/);
  });

  it('status answers 500: index_error', async () => {
    assert.equal((await check({ status: 'crash' })).report.verdict, 'index_error');
  });

  it('a token that may not read the status (403) is no error', async () => {
    const { report } = await check({ status: 'forbidden' });
    assert.deepEqual([report.verdict, report.index_status], ['healthy', null]);
  });

  it('reads the status in the shape of the API description as well', async () => {
    assert.equal((await check({ status: 'flat' })).report.index_status, 'OK');
  });

  it('probes refused (400): inconclusive', async () => {
    const { report } = await check({ ...lost(2), index: 'rejecting' }, { heal: true });
    assert.deepEqual([report.verdict, report.touched], ['inconclusive', 0]);
    assert.match(report.message, /refused to search by id/);
  });

  it('young documents are not judged', async () => {
    const documents = createDocuments(IDS, [20]).map((one) => (one.id === 20 ? { ...one, ageSeconds: 60 } : one));
    const { report } = await check({ documents });
    assert.deepEqual([report.verdict, report.sampled], ['healthy', 19]);
    assert.equal((await check({ documents: documents.slice(19) })).report.verdict, 'empty');
  });

  it('past the end: empty, no further page', async () => {
    const { report } = await check({}, { page: 9 });
    assert.deepEqual([report.verdict, report.next_page, report.db_total], ['empty', null, 20]);
  });

  for (const workflows of ['enabled', 'second page'] as const)
    it(`an enabled Document Updated workflow (${workflows}): nothing is touched`, async () => {
      const { report } = await check({ ...lost(7), workflows }, { heal: true });
      assert.deepEqual([report.heal_blocked, report.touched, report.verdict], ['workflows', 0, 'degraded']);
      assert.equal(report.blocking_workflows.length, 1);
    });

  for (const workflows of ['forbidden', 'short'] as const)
    it(`a list of workflows that is ${workflows} blocks as well`, async () => {
      const { report } = await check({ ...lost(7), workflows }, { heal: true });
      assert.deepEqual([report.heal_blocked, report.touched], ['workflows_unverifiable', 0]);
    });

  it('allow_workflows heals all the same', async () => {
    const { report } = await check({ ...lost(7), workflows: 'enabled' }, { heal: true, allow_workflows: true });
    assert.deepEqual([report.heal_blocked, report.healed], [null, 1]);
  });

  it('exclude_ids are reported and never saved', async () => {
    const { report, patched } = await check(lost(7, 8), { heal: true, exclude_ids: [8, 8, 999] });
    assert.deepEqual([report.missing_ids, report.excluded_ids, patched], [[8, 7], [8], [7]]);
  });

  it('a version of a missing document is told to need a reindex', async () => {
    const documents = createDocuments(IDS, [7]).map((one) => ({ ...one, hasVersions: one.id === 7 }));
    const { report } = await check({ documents }, { heal: true });
    assert.deepEqual(report.healed_ids, [7]);
    assert.match(report.message, /newest text of #7 .*document_index reindex/);
  });

  it('a locked index: saving takes 45 s and is found much later, so two are saved and a third is not begun', async () => {
    const documents = createDocuments(IDS, [7, 8, 9]).map((one) => ({ ...one, indexedAfterMs: 100_000 }));
    const { report, tookMs } = await check({ documents, saveMs: 45_000 }, { heal: true });
    assert.deepEqual([report.still_missing_ids, report.unverified_ids, report.complete], [[9, 8], [], false]);
    assert.ok(tookMs < 120_000);
    assert.match(report.message, /may appear in some minutes/);
  });

  it('a save that fails may have been done: it counts as touched, and no more are saved', async () => {
    const faults = [8, 9, 10].map((at) => ({ at, kind: 500 as const, isDone: true }));
    const { report, patched } = await check({ ...lost(7, 8), faults }, { heal: true });
    assert.deepEqual(patched, [8, 8, 8]);
    assert.deepEqual([report.touched, report.healed_ids, report.complete], [1, [8], false]);
    assert.match(report.message, /failed to save/);
  });

  it('a save that is refused (403) or too late (404) is skipped', async () => {
    const documents = createDocuments(IDS, [7, 8]).map((one) => ({ ...one, mayChange: one.id !== 8 }));
    const { report } = await check({ documents, deletions: [{ at: 8, id: 7 }] }, { heal: true });
    assert.deepEqual([report.touched, report.skipped_ids, report.complete], [0, [8, 7], true]);
  });

  it('429 is waited out as Paperless asks, six times, and the budget ends it', async () => {
    const faults = Array.from({ length: 9 }, (_, at) => ({ at: at + 1, kind: 429 as const, isDone: false }));
    const patient = await runHealth({ ...HEALTHY, documents: createDocuments(IDS), faults: faults.slice(0, 5) });
    assert.equal(patient.report?.verdict, 'healthy');
    assert.ok(patient.tookMs >= 5 * 7_000);
    const throttled = await runHealth({ ...HEALTHY, documents: createDocuments(IDS), faults });
    assert.ok(throttled.error instanceof UnavailableError);
    const { report } = await check({ faults }, {}, { budgetMs: 20_000 });
    assert.deepEqual([report.verdict, report.complete, report.next_page], ['inconclusive', false, 1]);
  });

  it('a budget that ends in the middle of the probes: inconclusive, and nothing is healed', async () => {
    const { report, patched } = await check({ ...lost(...IDS), latencyMs: 400 }, { heal: true }, { budgetMs: 4_000 });
    assert.deepEqual([report.verdict, report.complete, patched], ['inconclusive', false, []]);
    assert.ok(report.missing > 0 && report.missing < report.sampled);
  });

  it('a token that is refused, or may not see documents, is an error and no verdict', async () => {
    await assert.rejects(check({ faults: [{ at: 1, kind: 401, isDone: false }] }), SignInError);
    await assert.rejects(check({ faults: [{ at: 3, kind: 403, isDone: false }] }), SignInError);
  });

  it('a login page in place of data is an error, never "no documents"', async () => {
    await assert.rejects(check({ faults: [{ at: 3, kind: 'web page', isDone: false }] }), { code: 'config' });
  });
});
