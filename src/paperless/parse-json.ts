import { z } from 'zod';
import { ConfigError, UnavailableError } from '../errors.ts';
import { pageOf } from './answers.ts';
import type { PaperlessAnswer } from './exchange.ts';
import type { Page } from './pages.ts';
import { isWebPage } from './quote.ts';
import type { Outcome } from './retry.ts';
import { splitPage } from './split-page.ts';

/** A page with a 0 in the place of each row. */
const Frame = pageOf(z.literal(0));

/**
 * A 2xx answer as checked JSON. A web page is never an empty result: it means that somebody else answered.
 * Text that breaks off is `broken` (worth another try), a wrong form is not.
 */
export function parseJson<T>({ headers, bytes }: PaperlessAnswer, schema: z.ZodType<T>, label: string): Outcome<T> {
  const text = new TextDecoder().decode(bytes);
  if (isWebPage(text) || isHtml(headers))
    return {
      kind: 'never',
      error: new ConfigError(
        `${label} was answered with a web page instead of data: a login page, a sign-in proxy (SSO) in front of Paperless, or not Paperless at all. Set PAPERLESS_API_URL to an address that reaches Paperless itself.`,
      ),
    };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const message = `Paperless' answer to ${label} broke off or is not JSON (${bytes.byteLength} bytes). Try again later.`;
    return { kind: 'broken', error: new UnavailableError('paperless', message) };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  return { kind: 'never', error: new UnavailableError('paperless', toFormMessage(label, parsed.error)) };
}

/**
 * The same for a page of rows, which may be megabytes of documents' texts: parsed row by row, so that the whole answer is
 * never held as text beside its bytes and its objects.
 */
export function parsePage<T>(answer: PaperlessAnswer, row: z.ZodType<T>, label: string): Outcome<Page<T>> {
  const page = parseRows(answer, row);
  // What is wrong is found, and named, by looking at the whole.
  return page === undefined ? parseJson(answer, pageOf(row), label) : { value: page };
}

/** Undefined for anything but a page in which all is right. */
function parseRows<T>({ headers, bytes }: PaperlessAnswer, row: z.ZodType<T>): Page<T> | undefined {
  if (isHtml(headers)) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { frame, rows } = splitPage(buffer);
  try {
    const { count, results } = Frame.parse(JSON.parse(frame));
    if (results.length !== rows.length) return undefined;
    return { count, results: rows.map(({ start, end }) => row.parse(JSON.parse(buffer.toString('utf8', start, end)))) };
  } catch {
    return undefined;
  }
}

function isHtml(headers: Headers): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '');
}

/** Names the place of the first fault, never a value: that may be document text. */
function toFormMessage(label: string, error: z.ZodError): string {
  const place = error.issues[0]?.path.join('.') || 'its top level';
  return `Paperless' answer to ${label} has an unexpected form at ${place}. Check that PAPERLESS_API_URL is a Paperless-ngx of a supported version.`;
}
