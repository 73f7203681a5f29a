import { Hono } from 'hono';
import { raceAbort } from '../../race-abort.ts';
import { type Gauge, METRICS_TYPE, type Metrics } from '../metrics.ts';
import type { WaitingLine } from '../waiting-line.ts';
import type { LibraryStatus, WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';

/** What can't be read in this time is left out: whoever collects metrics waits for all programs in turn. */
const TIMEOUT_MS = 2_000;

/** `GET /metrics` for Prometheus: counts, durations and ages, nothing of anybody's papers. */
export function createMetricsRoutes(
  deps: Pick<WebDeps, 'readStatus' | 'clock'> & { readonly metrics: Metrics; readonly line: WaitingLine },
  createTimeout = () => AbortSignal.timeout(TIMEOUT_MS),
): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  route.get('/metrics', async (c) => {
    const signal = createTimeout();
    const status = await raceAbort(deps.readStatus({ signal }), signal).catch(() => undefined);
    const { running, waiting } = deps.line;
    const gauges: readonly Gauge[] = [
      { name: 'questions_running', help: 'Questions that are being answered.', value: running },
      { name: 'questions_waiting', help: 'Questions that wait for their turn.', value: waiting },
      { name: 'index_readable', help: '1 when there is an index that can be read.', value: status ? 1 : 0 },
      ...(status ? toIndexGauges(status, deps.clock.now()) : []),
    ];
    c.header('Cache-Control', 'no-store');
    return c.body(deps.metrics.render(gauges), 200, { 'Content-Type': METRICS_TYPE });
  });

  return route;
}

function toIndexGauges({ documents, failedDocuments, updatedAt }: LibraryStatus, nowMs: number): Gauge[] {
  const age = updatedAt === undefined ? undefined : Math.max(0, (nowMs - updatedAt) / 1_000);
  return [
    { name: 'index_documents', help: 'Documents in the index.', value: documents },
    { name: 'index_failed_documents', help: 'Documents that could not be indexed.', value: failedDocuments },
    ...(age === undefined
      ? []
      : [{ name: 'index_age_seconds', help: 'Time since the last successful run of the index.', value: age }]),
  ];
}
