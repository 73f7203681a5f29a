import type { Id } from '../../model.ts';
import { parseInstant } from '../../text/instant.ts';
import type { HealthInput } from '../tools/search-index-health.ts';
import type { Findings } from './findings.ts';
import type { AddedRow, Probes } from './probes.ts';

/** Probed on their own at the same time. */
const AT_ONCE = 4;

const MAX_CONTROLS = 3;

/** Paperless' word for an index it can't open. */
const FAILED = 'ERROR';

/** Looks at one page of documents, in the order that lets each step trust the one before; writes down what it finds. */
export async function examineIndex(input: HealthInput, findings: Findings, probes: Probes): Promise<void> {
  // A single 500 may have had another cause.
  findings.isBroken = (await probes.searchAll()) === 'broken' && (await probes.searchAll()) === 'broken';
  const status = await probes.readStatus();
  if (status === 'broken') findings.isBroken = true;
  else {
    findings.indexStatus = status.status;
    findings.indexError = status.error;
    if (status.status === FAILED) findings.isBroken = true;
  }
  const rows = await readSample(input, findings, probes);
  if (findings.isBroken) return;
  findings.sample = rows;
  await probeAll(rows, findings, probes);
  if (findings.isRejected || findings.missing.size === 0 || findings.found.size > 0) return;
  await probeControl(input, findings, probes);
}

async function readSample(input: HealthInput, findings: Findings, probes: Probes): Promise<readonly Id[]> {
  const { page, sample_size: size } = input;
  const answer = await probes.readPage(page, size);
  findings.isPastEnd = answer === undefined;
  // Past the end Paperless says no more than that; how many there are is worth another question.
  findings.total = (answer ?? (await probes.readPage(1, 1)))?.count;
  return keepOld(answer?.results ?? [], input, probes.now());
}

async function probeAll(sample: readonly Id[], findings: Findings, probes: Probes): Promise<void> {
  if (sample.length === 0) return;
  const known = await probes.findAny(sample);
  const open = sample.filter((id) => !known.has(id));
  for (const id of known) findings.found.add(id);
  probes.tell(`${known.size} of ${sample.length} found at once`);
  const queue = open.values();
  const work = async () => {
    for (const id of queue) {
      if (findings.isRejected) return;
      const isFound = await probes.find(id);
      if (isFound === undefined) findings.isRejected = true;
      else (isFound ? findings.found : findings.missing).add(id);
      probes.tell(`document ${id} probed`);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  // All have stopped before anything is thrown: nothing goes on behind the report.
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
}

/** Nothing on the page was found: is there anything at all that the probe finds? */
async function probeControl(input: HealthInput, findings: Findings, probes: Probes): Promise<void> {
  const first = await probes.readPage(1, input.sample_size);
  const sample = new Set(findings.sample);
  const candidates = keepOld(first?.results ?? [], input, probes.now()).filter((id) => !sample.has(id));
  for (const id of candidates.slice(0, MAX_CONTROLS)) {
    findings.control = { id, isFound: (await probes.find(id)) === true };
    if (findings.control.isFound) return;
  }
}

/** Indexing takes a moment; what has just arrived proves nothing. A time that can't be read counts as old. */
function keepOld(rows: readonly AddedRow[], { min_age_seconds: minAgeS }: HealthInput, nowMs: number): Id[] {
  const latest = nowMs - minAgeS * 1_000;
  const isYoung = ({ added }: AddedRow) => Date.parse(parseInstant(added) ?? '') > latest;
  return [...new Set(rows.filter((row) => !isYoung(row)).map(({ id }) => id))];
}
