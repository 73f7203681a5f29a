import { Hono } from 'hono';
import { isKnownError } from '../../errors.ts';
import type { CallOptions } from '../../ports.ts';
import { raceAbort } from '../../race-abort.ts';
import type { HealthChecks, WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';

/** A probe gives up after a few seconds; so must the answer it waits for. */
const TIMEOUT_MS = 2_000;

interface PartHealth {
  readonly status: 'ok' | 'failed';
  readonly message?: string;
}

/**
 * `GET /livez`: the process runs. `GET /healthz`: 200 when every configured part that answers need does answer, else
 * 503; by part, in 2 s at most.
 */
export function createHealthRoutes(
  deps: Pick<WebDeps, 'healthChecks' | 'sideChecks'>,
  createTimeout = () => AbortSignal.timeout(TIMEOUT_MS),
): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  route.get('/livez', (c) => c.json({ status: 'ok' }));

  route.get('/healthz', async (c) => {
    const signal = createTimeout();
    const [needed, others] = await Promise.all([
      checkParts(deps.healthChecks, signal),
      checkParts(deps.sideChecks ?? {}, signal),
    ]);
    const isOk = Object.values(needed).every(({ status }) => status === 'ok');
    c.header('Cache-Control', 'no-store');
    return c.json({ status: isOk ? 'ok' : 'failed', parts: { ...needed, ...others } }, isOk ? 200 : 503);
  });

  return route;
}

async function checkParts(checks: HealthChecks, signal: AbortSignal): Promise<Readonly<Record<string, PartHealth>>> {
  return Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([part, check]) => [part, await checkPart(check, signal)] as const),
    ),
  );
}

async function checkPart(check: (options: CallOptions) => Promise<void>, signal: AbortSignal): Promise<PartHealth> {
  try {
    // Raced as well: a check that can't be aborted must not hold up the answer.
    await raceAbort(check({ signal }), signal);
    return { status: 'ok' };
  } catch (error) {
    if (signal.aborted) return { status: 'failed', message: 'gave no answer within 2 s' };
    return { status: 'failed', message: isKnownError(error) ? error.message : 'failed' };
  }
}
