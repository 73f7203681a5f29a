import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { UsageError } from '../errors.ts';
import type { FilterRequest } from '../model.ts';
import { hasMediaType, MAX_BODY_BYTES } from './guard.ts';

/** The JSON body of a request. A form of another site can't send this type without asking first (CORS). */
export async function readJsonBody(c: Context): Promise<unknown> {
  if (!hasMediaType(c.req.header('Content-Type'), 'application/json'))
    throw new HTTPException(415, { message: 'The body must be JSON: send Content-Type: application/json.' });
  const text = await readText(c);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError('The body is not valid JSON.', { cause });
  }
}

/** The fields of the page's own form, as it sends them without JavaScript. */
export async function readFormBody(c: Context): Promise<URLSearchParams> {
  if (!hasMediaType(c.req.header('Content-Type'), 'application/x-www-form-urlencoded'))
    throw new HTTPException(415, { message: 'The form must be sent as application/x-www-form-urlencoded.' });
  return new URLSearchParams(await readText(c));
}

/** The filters of a form that was refused, as far as they can be shown again. */
export function toShownFilters(form: URLSearchParams): FilterRequest {
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const [correspondent, type, from, to] = ['correspondent', 'document_type', 'created_from', 'created_to'].map(text);
  const tags = form.getAll('tag').filter((tag) => tag.trim() !== '');
  return {
    ...(correspondent !== undefined && { correspondent }),
    ...(type !== undefined && { document_type: type }),
    ...(tags.length > 0 && { tags }),
    ...(from !== undefined && { created_from: from }),
    ...(to !== undefined && { created_to: to }),
  };
}

/** The whole body, 64 KiB at most. Read from the stream, as a body may come in chunks, without a length. */
async function readText(c: Context): Promise<string> {
  if (Number(c.req.header('Content-Length') ?? 0) > MAX_BODY_BYTES) throw createTooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw createTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function createTooLarge(): HTTPException {
  return new HTTPException(413, { message: 'The request is too large: 64 KiB at most.' });
}
