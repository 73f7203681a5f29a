import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import { isAbort, NotFoundError } from '../errors.ts';
import { reportError } from './error-answer.ts';
import { isAllowedHost, isForeign } from './guard.ts';
import { buildSecurityHeaders } from './headers.ts';
import { createIdentify, createIdentifyForPage } from './identify.ts';
import { localizeError } from './localize.ts';
import { createMetrics } from './metrics.ts';
import { renderRefusal } from './page/render-refusal.ts';
import { createAskRoutes } from './routes/ask-routes.ts';
import { createHealthRoutes } from './routes/health-routes.ts';
import { createLibraryRoutes } from './routes/library-routes.ts';
import { createMetricsRoutes } from './routes/metrics-routes.ts';
import { createPageRoutes } from './routes/page-routes.ts';
import type { StaticFile } from './static-files.ts';
import { createTurns } from './turns.ts';
import { createWaitingLine } from './waiting-line.ts';
import type { WebDeps } from './web-deps.ts';
import type { WebEnv } from './web-env.ts';
import { chooseWords } from './words/choose-words.ts';
import { en } from './words/en.ts';

/** Questions that wait for each one that is being answered. */
const WAITING_PER_SLOT = 4;

/** The page and the HTTP API. Opens no port and starts nothing: `fetch` of the result answers requests. */
export function createApp(deps: WebDeps, files: ReadonlyMap<string, StaticFile>): Hono<WebEnv> {
  const { settings, log } = deps;
  const line = createWaitingLine({ slots: settings.concurrency, waiting: settings.concurrency * WAITING_PER_SLOT });
  const metrics = createMetrics();
  const turns = createTurns(line, { ...deps, metrics });
  const app = new Hono<WebEnv>();

  app.use(requestId(), buildSecurityHeaders());
  app.use(async (c, next) => {
    const host = c.req.header('Host');
    if (!isAllowedHost(host, settings.allowedHosts))
      throw new HTTPException(403, {
        message: 'This host name is not served: set PUBLIC_HOSTNAME to the one people use.',
      });
    const provenance = { host, origin: c.req.header('Origin'), fetchSite: c.req.header('Sec-Fetch-Site') };
    if (c.req.method === 'POST' && isForeign(provenance, settings.allowedHosts))
      throw new HTTPException(403, { message: 'Requests from the pages of other sites are refused.' });
    await next();
  });

  app.use('/', createIdentifyForPage(deps));
  app.use('/api/*', createIdentify(deps));
  app.route('/', createPageRoutes(deps, turns));
  app.route('/', createAskRoutes(deps, turns));
  app.route('/', createLibraryRoutes(deps));
  app.route('/', createHealthRoutes(deps));
  app.route('/', createMetricsRoutes({ ...deps, metrics, line }));
  app.get('/static/:name', etag(), (c) => {
    const file = files.get(c.req.param('name'));
    if (file === undefined) throw new NotFoundError('There is no such file.');
    return c.body(file.body, 200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' });
  });

  app.notFound((c) => {
    throw new NotFoundError(`There is no ${c.req.method} ${new URL(c.req.url).pathname}.`);
  });
  app.onError((error, c) => {
    // Nobody is there to read it.
    if (isAbort(error)) return c.body(null, 408);
    const { status, error: body, retryAfterS } = reportError(error, c.get('requestId'), log);
    if (retryAfterS !== undefined) c.header('Retry-After', String(retryAfterS));
    c.header('Cache-Control', 'no-store');
    const words = chooseWords(c.req.header('Accept-Language'));
    const isRead = c.req.path === '/' && c.req.header('Accept')?.includes('text/html');
    if (isRead) return c.html(renderRefusal(localizeError(body, words ?? en), words ?? en), status);
    return c.json({ error: localizeError(body, words) }, status);
  });
  return app;
}
