import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { UsageError } from '../errors.ts';
import type { FilterRequest } from '../model.ts';
import { hasMediaType } from './guard.ts';

/** The JSON body of a request. A form of another site can't send this type without asking first (CORS). */
export async function readJsonBody(c: Context): Promise<unknown> {
  if (!hasMediaType(c.req.header('Content-Type'), 'application/json'))
    throw new HTTPException(415, { message: 'The body must be JSON: send Content-Type: application/json.' });
  try {
    return await c.req.json();
  } catch (cause) {
    throw new UsageError('The body is not valid JSON.', { cause });
  }
}

/** The fields of the page's own form, as it sends them without JavaScript. */
export async function readFormBody(c: Context): Promise<URLSearchParams> {
  if (!hasMediaType(c.req.header('Content-Type'), 'application/x-www-form-urlencoded'))
    throw new HTTPException(415, { message: 'The form must be sent as application/x-www-form-urlencoded.' });
  return new URLSearchParams(await c.req.text());
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
