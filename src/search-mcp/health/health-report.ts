import type { Id } from '../../model.ts';
import type { HealthInput } from '../tools/search-index-health.ts';
import { describeHealth } from './describe-health.ts';
import { type BlockingWorkflow, type Findings, isProbeProven } from './findings.ts';
import { judgeHealth, type Verdict } from './judge-health.ts';

export interface HealthReport {
  readonly index_check: true;
  readonly verdict: Verdict;
  readonly db_total: number | null;
  readonly page: number;
  readonly next_page: number | null;
  readonly sampled: number;
  readonly found: number;
  readonly missing: number;
  readonly found_ids: readonly Id[];
  readonly missing_ids: readonly Id[];
  readonly control_id: Id | null;
  readonly control_found: boolean | null;
  readonly probe_proven: boolean;
  readonly index_status: string | null;
  readonly index_error: string | null;
  readonly heal_attempted: boolean;
  readonly heal_blocked: Findings['blocked'];
  readonly blocking_workflows: readonly BlockingWorkflow[];
  readonly touched: number;
  readonly healed: number;
  readonly healed_ids: readonly Id[];
  readonly still_missing_ids: readonly Id[];
  readonly skipped_ids: readonly Id[];
  readonly excluded_ids: readonly Id[];
  readonly unverified_ids: readonly Id[];
  readonly complete: boolean;
  readonly message: string;
}

/** Everything a caller is told, in the form of the tool's answer. Pure. */
export function toHealthReport(findings: Findings, input: HealthInput): HealthReport {
  const { total, sample = [], found, missing, control, touched, healed, stillMissing } = findings;
  const verdict = judgeHealth(findings, input);
  const { page, sample_size: size } = input;
  const next = total === undefined ? !findings.isPastEnd : page * size < total;
  const facts = {
    index_check: true as const,
    verdict,
    db_total: total ?? null,
    page,
    // Not known = the same page again.
    next_page: next ? (total === undefined ? page : page + 1) : null,
    sampled: sample.length,
    found: found.size,
    missing: missing.size,
    found_ids: sample.filter((id) => found.has(id)),
    missing_ids: sample.filter((id) => missing.has(id)),
    control_id: control?.id ?? null,
    control_found: control?.isFound ?? null,
    probe_proven: isProbeProven(findings),
    index_status: findings.indexStatus,
    index_error: findings.indexError,
    heal_attempted: findings.isHealAttempted,
    heal_blocked: findings.blocked,
    blocking_workflows: findings.blocking,
    touched: touched.size,
    healed: healed.size,
    healed_ids: [...touched].filter((id) => healed.has(id)),
    still_missing_ids: [...stillMissing],
    skipped_ids: [...findings.skipped],
    excluded_ids: findings.excluded,
    unverified_ids: [...touched].filter((id) => !healed.has(id) && !stillMissing.has(id)),
    complete: findings.cutBy === undefined,
  };
  return { ...facts, message: describeHealth(facts, findings, input) };
}
