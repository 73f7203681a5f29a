import type { Context } from 'hono';
import type { FakePaperless } from './fake-paperless.ts';
import type { FakeUser } from './objects.ts';

/** What handlers find in the context: the fake they answer for, who asks, and in which API version. */
export interface Env {
  Variables: { fake: FakePaperless; user: FakeUser; version: 9 | 10 };
}

export type FakeContext = Context<Env>;

/** JSON with the headers every answer to a signed-in user carries. */
export function json(context: FakeContext, body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...toHeaders(context), 'content-type': 'application/json' },
  });
}

/** Plain text that calls itself HTML: so Paperless answers in many places. */
export function plain(context: FakeContext, text: string, status: number): Response {
  return new Response(text, { status, headers: { ...toHeaders(context), 'content-type': HTML } });
}

export function empty(context: FakeContext, status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...toHeaders(context), ...headers } });
}

export function bytes(context: FakeContext, content: Uint8Array, type: string, headers = {}): Response {
  // Safe: a Uint8Array is a body; the type wants to know its buffer.
  const body = content as Uint8Array<ArrayBuffer>;
  return new Response(body, { headers: { ...toHeaders(context), ...headers, 'content-type': type } });
}

/** A whole web page, as Django writes them. */
export function page(title: string, status: number, headers: Record<string, string> = {}): Response {
  const html = `\n<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n<body>\n  <h1>${title}</h1><p></p>\n</body>\n</html>\n`;
  return new Response(html, { status, headers: { ...headers, 'content-type': HTML } });
}

/** What a crash below Django answers: no content type, no other header. */
export function crash(): Response {
  return new Response(Buffer.from('Internal server error'), { status: 500 });
}

/** Django's page for an exception in a request of somebody it knows. */
export function serverError(context: FakeContext): Response {
  return page('Server Error (500)', 500, toHeaders(context));
}

export const FORBIDDEN = { detail: 'You do not have permission to perform this action.' };

const HTML = 'text/html; charset=utf-8';

function toHeaders(context: FakeContext): Record<string, string> {
  // Paperless tells them only to whom it knows.
  return context.get('user') === undefined ? {} : { 'x-api-version': '10', 'x-version': '3.0.5' };
}
