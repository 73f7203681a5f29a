import type { HealthInput } from '../tools/search-index-health.ts';
import { type Findings, isProbeProven } from './findings.ts';

/**
 * `healthy` every sampled document found · `degraded` some are missing, and the probe is known to work ·
 * `inconclusive` some seem to be missing, or not all could be looked at · `index_error` Paperless can't open its index:
 * nothing judged, nothing healed · `empty` nothing old enough on this page, or past the end.
 */
export type Verdict = 'healthy' | 'degraded' | 'inconclusive' | 'index_error' | 'empty';

/** Pure. */
export function judgeHealth(findings: Findings, input: Pick<HealthInput, 'probe_proven'>): Verdict {
  const { sample, found, missing } = findings;
  if (findings.isBroken) return 'index_error';
  if (findings.isPastEnd) return 'empty';
  if (sample === undefined) return 'inconclusive';
  if (sample.length === 0) return 'empty';
  if (findings.isRejected || found.size + missing.size < sample.length) return 'inconclusive';
  if (missing.size === 0) return 'healthy';
  return isProbeProven(findings) || input.probe_proven ? 'degraded' : 'inconclusive';
}
