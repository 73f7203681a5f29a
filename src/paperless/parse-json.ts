import type { z } from 'zod';
import { ConfigError, UnavailableError } from '../errors.ts';
import type { PaperlessAnswer } from './exchange.ts';
import { isWebPage } from './quote.ts';
import type { Outcome } from './retry.ts';

/**
 * A 2xx answer as checked JSON. A web page is never an empty result: it means that somebody else answered.
 * Text that breaks off is `broken` (worth another try), a wrong form is not.
 */
export function parseJson<T>({ headers, bytes }: PaperlessAnswer, schema: z.ZodType<T>, label: string): Outcome<T> {
  const type = headers.get('content-type') ?? '';
  const text = new TextDecoder().decode(bytes);
  if (isWebPage(text) || /\bhtml\b/i.test(type))
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

/** Names the place of the first fault, never a value: that may be document text. */
function toFormMessage(label: string, error: z.ZodError): string {
  const place = error.issues[0]?.path.join('.') || 'its top level';
  return `Paperless' answer to ${label} has an unexpected form at ${place}. Check that PAPERLESS_API_URL is a Paperless-ngx of a supported version.`;
}
