import { Hono } from 'hono';
import { type Env, json } from './answer.ts';
import { createBulkEdit } from './bulk-edit.ts';
import { createCustomFields } from './custom-fields.ts';
import { createDocumentDetail } from './document-detail.ts';
import { createDocumentParts } from './document-parts.ts';
import { createDocumentList } from './documents.ts';
import { Faults } from './faults.ts';
import { answerUnknownPath, guard } from './gatekeeper.ts';
import { FakeLibrary } from './library.ts';
import { createNames } from './names.ts';
import { type LoggedRequest, toLoggedRequest } from './request-log.ts';
import { createSavedViews } from './saved-views.ts';
import { createShareLinks } from './share-links.ts';
import { createSystem } from './system.ts';
import { createTasks } from './tasks.ts';
import { createTrash } from './trash.ts';
import { createUploads } from './uploads.ts';

/** A Paperless-ngx 3.0.5 in memory that answers as the recorded one did. */
export interface FakePaperless {
  readonly library: FakeLibrary;
  readonly faults: Faults;
  /** Requests so far. A test may empty it. */
  readonly requests: LoggedRequest[];
  /** Takes the place of `fetch`: no socket, aborts like the real one. */
  readonly fetch: typeof fetch;
}

/** Starts with one superuser, `admin`; a user's token is their name filled up with zeros to forty characters. */
export function createFakePaperless(library = new FakeLibrary()): FakePaperless {
  if (library.users.size === 0) library.addUser({ username: 'admin', is_superuser: true });
  const fake: FakePaperless = { library, faults: new Faults(), requests: [], fetch: fetchFake };
  const app = createApp(fake);

  async function fetchFake(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return Promise.race([answer(request), aborted]);
  }

  async function answer(request: Request): Promise<Response> {
    const logged = await toLoggedRequest(request);
    fake.requests.push(logged);
    const faults = fake.faults.take(logged);
    for (const { before } of faults) await before?.(logged);
    const instead = faults.find((fault) => fault.instead)?.instead;
    let response = instead === undefined ? await app.fetch(request) : instead(logged);
    for (const { after } of faults) response = (await after?.(response, logged)) ?? response;
    logged.status = response.status;
    return response;
  }

  return fake;
}

function createApp(fake: FakePaperless): Hono<Env> {
  const app = new Hono<Env>();
  let known: readonly RegExp[] | undefined;
  app.use('*', async (context, next) => {
    context.set('fake', fake);
    known ??= app.routes.flatMap(({ path }) => (path.endsWith('*') ? [] : toPattern(path)));
    const { pathname } = new URL(context.req.url);
    return known.some((pattern) => pattern.test(pathname)) ? guard(context, next) : answerUnknownPath(context);
  });
  // The detail comes last: it would take any word for an id.
  const parts = [createSystem(), createBulkEdit(), createUploads(), createDocumentList(), createDocumentParts()];
  const others = [createTrash(), createNames(), createCustomFields(), createTasks(), createSavedViews()];
  for (const part of [...parts, createDocumentDetail(), ...others, createShareLinks()]) app.route('/', part);
  app.notFound((context) => json(context, { detail: `Method "${context.req.method}" not allowed.` }, 405));
  return app;
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}
