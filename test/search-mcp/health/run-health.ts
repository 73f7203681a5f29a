import { createBudget } from '../../../src/mcp/budget.ts';
import { PaperlessClient } from '../../../src/paperless/client.ts';
import { PATIENT } from '../../../src/paperless/retry.ts';
import { checkIndexHealth } from '../../../src/search-mcp/health/check-index-health.ts';
import type { HealthReport } from '../../../src/search-mcp/health/health-report.ts';
import type { HealthInput } from '../../../src/search-mcp/tools/search-index-health.ts';
import { SILENT_LOG } from '../../fakes/silent-log.ts';
import { type Simulation, simulatePaperless } from './simulated-paperless.ts';
import { createVirtualTime } from './virtual-time.ts';

export const DEFAULTS: HealthInput = {
  sample_size: 50,
  page: 1,
  min_age_seconds: 900,
  probe_proven: false,
  heal: false,
  max_touch: 25,
  exclude_ids: [],
  allow_workflows: false,
};

export const HEALTHY: Simulation = {
  documents: [],
  index: 'ok',
  isFuzzy: false,
  status: 'OK',
  workflows: 'none',
  faults: [],
  deletions: [],
  latencyMs: 50,
};

/** `ids` documents, old enough and indexed; those of `missing` are not in the index, and saving brings them back. */
export function createDocuments(ids: readonly number[], missing: readonly number[] = []) {
  return ids.map((id) => ({
    id,
    ageSeconds: 10_000,
    isIndexed: !missing.includes(id),
    indexedAfterMs: 150,
    mayChange: true,
  }));
}

export interface RunOptions {
  readonly budgetMs?: number;
  /** Number of the request at which the call is cancelled. */
  readonly cancelAt?: number;
}

/** A simulated Paperless for any number of calls; a call gives `error` in place of a report. */
export function openHealthWorld(simulation: Simulation, { budgetMs = 120_000, cancelAt = 0 }: RunOptions = {}) {
  const time = createVirtualTime();
  const cancel = new AbortController();
  const paperless = simulatePaperless(simulation, time, (count) => {
    if (count === cancelAt) cancel.abort();
  });
  const client = new PaperlessClient({
    apiUrl: 'http://paperless.example',
    token: 'simulated',
    retry: PATIENT,
    log: SILENT_LOG,
    fetch: paperless.fetch,
    waits: time,
  });
  return {
    ...paperless,
    async call(input: Partial<HealthInput> = {}) {
      const started = time.now();
      const steps: number[] = [];
      const call = {
        signal: cancel.signal,
        budget: createBudget(budgetMs, () => time.now()),
        progress: (done: number) => void steps.push(done),
      };
      let report: HealthReport | undefined;
      let error: unknown;
      try {
        report = await checkIndexHealth({ ...DEFAULTS, ...input }, { client, waits: time }, call);
      } catch (caught) {
        error = caught;
      }
      return { report, error, steps, tookMs: time.now() - started };
    },
  };
}

/** One call over a simulated Paperless. */
export async function runHealth(simulation: Simulation, input: Partial<HealthInput> = {}, options: RunOptions = {}) {
  const world = openHealthWorld(simulation, options);
  return { ...world, ...(await world.call(input)) };
}
