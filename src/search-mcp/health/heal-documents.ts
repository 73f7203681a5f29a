import { z } from 'zod';
import { isAbort } from '../../errors.ts';
import type { Id } from '../../model.ts';
import type { PaperlessAnswer } from '../../paperless/exchange.ts';
import { parseJson } from '../../paperless/parse-json.ts';
import type { HealthInput } from '../tools/search-index-health.ts';
import { type Findings, isProbeProven } from './findings.ts';
import { judgeHealth } from './judge-health.ts';
import { OutOfBudget, type Probes, type WorkflowRow } from './probes.ts';

/** Paperless' number for "Document Updated". */
const UPDATED = 3;

/** Paperless has a document in its index a moment after saving it, sometimes a second or two. */
const WAITS_MS = [200, 300, 500, 1_000, 1_500];

/** Kept for looking again at what was touched. */
const RESERVE_MS = 3_000;

const MAX_WORKFLOW_PAGES = 100;

/** The longest save of this call so far. */
interface Pace {
  longestMs: number;
}

/**
 * Saves again what is missing from the index, within the limits of `input`. Whatever goes wrong once something was
 * touched ends the call and is told in the findings; only a cancellation throws.
 */
export async function healDocuments(input: HealthInput, findings: Findings, probes: Probes): Promise<void> {
  const verdict = judgeHealth(findings, input);
  const isJudged = findings.sample?.length === findings.found.size + findings.missing.size;
  if (verdict === 'index_error' || !isJudged || findings.isRejected || findings.missing.size === 0) return;
  findings.excluded = input.exclude_ids.filter((id, at, all) => findings.missing.has(id) && all.indexOf(id) === at);
  if (!input.allow_workflows && !(await mayTouch(findings, probes))) return;

  findings.isHealAttempted = true;
  const isCandidate = (id: Id) => findings.missing.has(id) && !findings.excluded.includes(id);
  const candidates = findings.sample?.filter(isCandidate).slice(0, input.max_touch) ?? [];
  const queue = candidates.values();
  const pace: Pace = { longestMs: 0 };
  if (!isProbeProven(findings) && !input.probe_proven) {
    // One canary: as long as nothing was ever found, the probe may be what is broken.
    for (const id of queue) {
      await touch(id, findings, probes, pace);
      if (findings.touched.size > 0 || findings.cutBy !== undefined) break;
    }
    await verify([...findings.touched], findings, probes);
    if (!isProbeProven(findings) || findings.cutBy !== undefined) return;
  }
  const before = new Set(findings.touched);
  for (const id of queue) {
    if (findings.cutBy !== undefined) break;
    await touch(id, findings, probes, pace);
  }
  await verify([...findings.touched.difference(before)], findings, probes);
}

/** Reads all workflows. What can't be read to the end might hold one that runs: then nothing is touched. */
async function mayTouch(findings: Findings, probes: Probes): Promise<boolean> {
  try {
    const rows: WorkflowRow[] = [];
    for (let page = 1; page <= MAX_WORKFLOW_PAGES; page++) {
      const { count, results } = await probes.readWorkflows(page);
      rows.push(...results);
      if (rows.length < count && results.length > 0) continue;
      if (new Set(rows.map(({ id }) => id)).size !== count) break;
      findings.blocking = rows.filter(isRunning).map(({ id, name }) => ({ id, name }));
      findings.blocked = findings.blocking.length > 0 ? 'workflows' : null;
      return findings.blocked === null;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    if (error instanceof OutOfBudget) findings.cutBy = OUT_OF_TIME;
  }
  findings.blocked = 'workflows_unverifiable';
  return false;
}

function isRunning({ enabled, triggers }: WorkflowRow): boolean {
  return enabled && triggers.some(({ type }) => type === UPDATED);
}

async function touch(id: Id, findings: Findings, probes: Probes, pace: Pace): Promise<void> {
  // While another process holds the index a save takes 45 s: one that would be cut off is not begun.
  if (probes.remainingMs() < RESERVE_MS + pace.longestMs) {
    findings.cutBy = OUT_OF_TIME;
    return;
  }
  const started = probes.now();
  const reply = await probes.touch(id);
  pace.longestMs = Math.max(pace.longestMs, probes.now() - started);
  if (reply.mayHaveSaved) findings.touched.add(id);
  else if (reply.kind !== 'out_of_budget') findings.skipped.add(id);
  if (reply.kind === 'out_of_budget') findings.cutBy = OUT_OF_TIME;
  // It would go on changing documents without bringing any back.
  else if (reply.kind === 'failed') findings.cutBy = 'Paperless failed to save a document';
  else if (reply.answer.status === 429) findings.cutBy = 'Paperless keeps throttling requests';
  else if (hasVersions(reply.answer)) findings.versioned.add(id);
  probes.tell(`document ${id} saved again`);
}

/** Looks again for what was touched, until it is found or has had its time. What could not be looked at stays unverified. */
async function verify(ids: readonly Id[], findings: Findings, probes: Probes): Promise<void> {
  let open = ids;
  try {
    for (const waitMs of WAITS_MS) {
      if (open.length === 0) return;
      if (probes.remainingMs() <= waitMs) throw new OutOfBudget();
      await probes.sleep(waitMs);
      const found = await probes.findAny(open);
      for (const id of found) findings.healed.add(id);
      open = open.filter((id) => !found.has(id));
    }
    for (const id of open) {
      const isFound = await probes.find(id);
      if (isFound === undefined) findings.cutBy ??= 'Paperless refused to search by id';
      else (isFound ? findings.healed : findings.stillMissing).add(id);
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    findings.cutBy ??= error instanceof OutOfBudget ? OUT_OF_TIME : 'Paperless could not be asked again';
  }
}

const OUT_OF_TIME = 'the time for one call was over (MCP_CALL_BUDGET_S); a smaller sample_size or max_touch takes less';

const Versions = z.object({ versions: z.array(z.unknown()) });

function hasVersions(answer: PaperlessAnswer): boolean {
  if (answer.status >= 300) return false;
  const parsed = parseJson(answer, Versions, 'PATCH');
  return 'value' in parsed && parsed.value.versions.length > 1;
}
