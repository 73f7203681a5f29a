import type { MiddlewareHandler } from 'hono';
import { UnavailableError } from '../errors.ts';
import { readAsker } from './read-asker.ts';
import { createRequestAbort } from './request-abort.ts';
import type { WebDeps } from './web-deps.ts';
import type { WebEnv } from './web-env.ts';

type Deps = Pick<WebDeps, 'archive' | 'settings'>;

/**
 * Says who asks, before anything else of a request is read: 401 for who is nobody, 403 for who is no active Paperless
 * user with the right to view documents, 503 when Paperless can't be asked.
 */
export function createIdentify({ archive, settings }: Deps): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const asker = readAsker((name) => c.req.header(name), settings.access);
    await archive.access(asker, { signal: createRequestAbort(c.req.raw).signal });
    c.set('asker', asker);
    await next();
  };
}

/** The page waits no longer than this: it must show itself, whatever is down. It then knows no names, and answers nothing. */
const PATIENCE_MS = 250;

/** The same for the page itself, which without Paperless is only empty. */
export function createIdentifyForPage(
  { archive, settings }: Deps,
  createPatience = () => AbortSignal.timeout(PATIENCE_MS),
): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const asker = readAsker((name) => c.req.header(name), settings.access);
    const patience = createPatience();
    try {
      await archive.access(asker, { signal: patience });
    } catch (error) {
      if (!patience.aborted && !(error instanceof UnavailableError)) throw error;
    }
    c.set('asker', asker);
    await next();
  };
}
