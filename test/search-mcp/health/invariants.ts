import assert from 'node:assert/strict';
import { isAbort, isKnownError } from '../../../src/errors.ts';
import type { HealthReport } from '../../../src/search-mcp/health/health-report.ts';
import type { HealthInput } from '../../../src/search-mcp/tools/search-index-health.ts';
import type { runHealth } from './run-health.ts';
import type { Simulation } from './simulated-paperless.ts';

type Run = Awaited<ReturnType<typeof runHealth>>;

const FIELDS = [
  'index_check verdict db_total page next_page sampled found missing found_ids missing_ids control_id control_found',
  'probe_proven index_status index_error heal_attempted heal_blocked blocking_workflows touched healed healed_ids',
  'still_missing_ids skipped_ids excluded_ids unverified_ids complete message',
].flatMap((line) => line.split(' '));

/** What holds for every call, whatever goes wrong. */
export function assertInvariants(run: Run, input: HealthInput, simulation: Simulation): void {
  const methods = new Set(run.requests.map(({ method }) => method));
  assert.ok(methods.isSubsetOf(new Set(['GET', 'PATCH'])));
  if (!input.heal) assert.ok(!methods.has('PATCH'), 'heal=false must only read');
  assert.ok(new Set(run.patched).size <= input.max_touch);
  for (const id of input.exclude_ids) assert.ok(!run.patched.includes(id), `excluded ${id} was touched`);
  if (
    input.heal &&
    !input.allow_workflows &&
    ['enabled', 'second page', 'forbidden', 'short'].includes(simulation.workflows)
  )
    assert.deepEqual(run.patched, [], 'workflows block');
  assert.deepEqual(
    run.steps,
    run.steps.toSorted((a, b) => a - b),
  );

  if (run.report === undefined) {
    assert.ok(isAbort(run.error) || isKnownError(run.error), String(run.error));
    if (!isAbort(run.error)) assert.deepEqual(run.patched, [], 'what was touched has to be told');
    return;
  }
  assertReport(run.report, input);
  const { report, saved, patched } = run;
  const reported = [...report.healed_ids, ...report.still_missing_ids, ...report.unverified_ids];
  assert.ok(saved.isSubsetOf(new Set(reported)), 'a document was changed and not told');
  assert.ok(new Set(reported).isSubsetOf(new Set(patched)), 'a document was told as touched and never was');
  for (const id of report.healed_ids) assert.ok(run.documents.get(id)?.isIndexed !== false, `${id} is not healed`);
  for (const id of report.found_ids) assert.ok(run.documents.get(id)?.isIndexed !== false, `${id} is not in the index`);
}

function assertReport(report: HealthReport, input: HealthInput): void {
  const { missing_ids: missing, found_ids: found, unverified_ids: unverified } = report;
  assert.deepEqual(Object.keys(report), FIELDS);
  assert.equal(report.found, found.length);
  assert.equal(report.missing, missing.length);
  assert.equal(report.healed, report.healed_ids.length);
  assert.ok(report.found + report.missing <= report.sampled);
  if (report.complete && !/refused to search/.test(report.message))
    assert.equal(report.found + report.missing, report.sampled);
  const parts = [report.healed_ids, report.still_missing_ids, report.skipped_ids, report.excluded_ids, unverified];
  const all = parts.flat();
  assert.equal(new Set(all).size, all.length, 'the lists overlap');
  assert.ok(new Set(all).isSubsetOf(new Set(missing)), 'not all of the lists are missing ones');
  assert.ok(new Set(found).isDisjointFrom(new Set(missing)));
  assert.equal(report.healed + report.still_missing_ids.length + unverified.length, report.touched);
  if (report.heal_blocked !== null) assert.equal(report.touched, 0);
  if (unverified.length > 0) assert.equal(report.complete, false);
  if (report.verdict === 'index_error' || report.verdict === 'empty') assert.equal(report.touched, 0);
  if (report.verdict === 'healthy') assert.ok(report.missing === 0 && report.complete);
  if (report.verdict === 'degraded') assert.ok(report.missing > 0 && (report.probe_proven || input.probe_proven));
  assert.equal(report.control_id === null, report.control_found === null);
  if (report.db_total !== null)
    assert.equal(report.next_page, report.page * input.sample_size < report.db_total ? report.page + 1 : null);
}
