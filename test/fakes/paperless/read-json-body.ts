import { type FakeContext, json } from './answer.ts';

/** The body of a write as an object, or Django's complaint about it. */
export async function readJsonBody(context: FakeContext): Promise<Record<string, unknown> | Response> {
  const type = context.req.header('content-type') ?? '';
  const text = await context.req.text();
  if (text === '') return {};
  if (!type.includes('json')) return json(context, { detail: `Unsupported media type "${type}" in request.` }, 415);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return json(
      context,
      { detail: 'JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)' },
      400,
    );
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  const complaint = `Invalid data. Expected a dictionary, but got ${Array.isArray(body) ? 'list' : typeof body}.`;
  return json(context, { non_field_errors: [complaint] }, 400);
}
