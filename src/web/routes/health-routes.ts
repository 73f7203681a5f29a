import { Hono } from 'hono';
import { isKnownError } from '../../errors.ts';
import type { CallOptions } from '../../ports.ts';
import type { WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';

/** A probe gives up after a few seconds; so must the answer it waits for. */
const TIMEOUT_MS = 2_000;

interface PartHealth {
  readonly status: 'ok' | 'failed';
  readonly message?: string;
}

/** `GET /livez`: the process runs. `GET /healthz`: every configured part answers, else 503; by part, in 2 s at most. */
export function createHealthRoutes(
  deps: Pick<WebDeps, 'healthChecks'>,
  createTimeout = () => AbortSignal.timeout(TIMEOUT_MS),
): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  route.get('/livez', (c) => c.json({ status: 'ok' }));

  route.get('/healthz', async (c) => {
    const signal = createTimeout();
    const parts = Object.fromEntries(
      await Promise.all(
        Object.entries(deps.healthChecks).map(async ([part, check]) => [part, await checkPart(check, signal)] as const),
      ),
    );
    const isOk = Object.values(parts).every(({ status }) => status === 'ok');
    c.header('Cache-Control', 'no-store');
    return c.json({ status: isOk ? 'ok' : 'failed', parts }, isOk ? 200 : 503);
  });

  return route;
}

async function checkPart(check: (options: CallOptions) => Promise<void>, signal: AbortSignal): Promise<PartHealth> {
  const timeout = Promise.withResolvers<never>();
  // Raced as well: a check that can't be aborted must not hold up the answer.
  const onTimeout = () => timeout.reject(signal.reason);
  signal.addEventListener('abort', onTimeout, { once: true });
  try {
    await Promise.race([check({ signal }), timeout.promise]);
    return { status: 'ok' };
  } catch (error) {
    if (signal.aborted) return { status: 'failed', message: 'gave no answer within 2 s' };
    return { status: 'failed', message: isKnownError(error) ? error.message : 'failed' };
  } finally {
    signal.removeEventListener('abort', onTimeout);
  }
}
