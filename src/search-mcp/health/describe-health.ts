import type { HealthInput } from '../tools/search-index-health.ts';
import type { Findings } from './findings.ts';
import type { HealthReport } from './health-report.ts';

const REINDEX = 'the Paperless command `document_index reindex`';

/** The report in words, for whoever decides what to do next. Pure. */
export function describeHealth(
  report: Omit<HealthReport, 'message'>,
  { isRejected, versioned, cutBy }: Pick<Findings, 'isRejected' | 'versioned' | 'cutBy'>,
  input: HealthInput,
): string {
  return [
    describeVerdict(report, isRejected),
    ...describeHealing(report, input),
    ...(versioned.size > 0
      ? [`The newest text of ${list([...versioned])} (several versions) is found only after ${REINDEX}.`]
      : []),
    ...(cutBy === undefined ? [] : [`Not finished: ${cutBy}.`]),
    ...(report.next_page === null || report.verdict === 'index_error' ? [] : [`Go on with page ${report.next_page}.`]),
  ].join(' ');
}

function describeVerdict(report: Omit<HealthReport, 'message'>, isRejected: boolean): string {
  const { verdict, sampled, found, missing, page, db_total: total } = report;
  switch (verdict) {
    case 'index_error':
      return `Paperless can't use its search index. Nothing was judged or touched. Whoever runs Paperless has to run ${REINDEX}, or with --recreate if that fails.`;
    case 'empty':
      return total !== null && report.next_page === null && page > 1 && sampled === 0
        ? `Nothing to check on page ${page}: the list has ${total} documents.`
        : 'No document on this page is old enough to be judged.';
    case 'healthy':
      return `All ${sampled} sampled documents are in the index. That says nothing about how current their text there is.`;
    case 'degraded':
      return `${missing} of ${sampled} sampled documents are missing from the search index.`;
    default:
      return describeDoubt(report, isRejected, found + missing < sampled);
  }
}

function describeDoubt(
  { missing, sampled }: Omit<HealthReport, 'message'>,
  isRejected: boolean,
  isCut: boolean,
): string {
  if (isRejected) return 'Paperless refused to search by id, so nothing can be said about single documents.';
  if (isCut || sampled === 0) return 'Not all sampled documents could be looked at.';
  return `None of ${missing} sampled documents was found, and no other document proved that searching by id works here: the index may have lost everything (then ${REINDEX} is the cure), or the search may not work as expected.`;
}

function describeHealing(report: Omit<HealthReport, 'message'>, input: HealthInput): string[] {
  const { heal_blocked: blocked, blocking_workflows: workflows, touched, healed, still_missing_ids: still } = report;
  if (blocked === 'workflows')
    return [
      `Nothing was touched: ${workflows.length} enabled workflow(s) would run on every document saved again (${list(workflows.map(({ id }) => id))}). Ask the user; with allow_workflows they are let run.`,
    ];
  if (blocked === 'workflows_unverifiable')
    return [
      'Nothing was touched: whether workflows would run could not be found out (the token may not read them, or the list was incomplete). Ask the user; allow_workflows goes ahead all the same.',
    ];
  if (!report.heal_attempted) return input.heal && report.missing > 0 ? ['Nothing was touched.'] : [];
  const unproven = report.verdict === 'inconclusive' && touched > 0;
  return [
    `${touched} saved again, ${healed} of them found now.`,
    ...(unproven ? ['Saving one did not bring it back, so no more were touched.'] : []),
    ...(still.length > 0 && !unproven
      ? [
          'What is still missing may appear in some minutes (a busy index), or needs somebody to look at the log of Paperless.',
        ]
      : []),
    ...(report.skipped_ids.length > 0 ? [`Refused or gone: ${list(report.skipped_ids)}.`] : []),
  ];
}

function list(ids: readonly number[]): string {
  const shown = ids.slice(0, 10).map((id) => `#${id}`);
  return shown.join(', ') + (ids.length > shown.length ? ` and ${ids.length - shown.length} more` : '');
}
