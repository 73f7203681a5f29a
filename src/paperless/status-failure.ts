import { ConfigError, NotFoundError, SignInError, UnavailableError, UsageError } from '../errors.ts';
import { findMissingRight } from './missing-right.ts';
import { findDetail, findField, isWebPage, quoteAnswer } from './quote.ts';
import { toRedirectError } from './redirect-error.ts';
import type { Failure } from './retry.ts';

/** An answer that is not a success, with what is needed to explain it. */
export interface Refusal {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  readonly status: number;
  readonly location: string | null;
  readonly retryAfterMs: number | undefined;
  readonly body: string;
}

/** What a status other than 2xx means, in one of the project's error classes. */
export function toStatusFailure(refusal: Refusal, token: string): Failure {
  const { method, path, status, retryAfterMs } = refusal;
  const said = quoteAnswer(refusal.body, token);
  const request = `${method} ${path}`;
  const quoted = said === undefined ? '' : ` Paperless says: "${said}"`;

  if (status === 429) {
    const message = `Paperless is throttling requests (429 for ${request}). Try again later.`;
    return { kind: 'throttled', error: toUnavailable(message, retryAfterMs), retryAfterMs };
  }
  if (status >= 500 || status === 408) {
    const message = `Paperless failed to answer ${request} (status ${status}).${quoted} Look at its log, or try again later.`;
    return { kind: 'broken', error: toUnavailable(message, retryAfterMs), retryAfterMs };
  }
  return { kind: 'never', error: toFinalError(refusal, request, quoted) };
}

function toFinalError(refusal: Refusal, request: string, quoted: string): Error {
  const { method, path, status } = refusal;
  const isPage = isWebPage(refusal.body);
  if (status >= 300 && status < 400) return toRedirectError(refusal);
  if (status === 401 && isPage)
    return new SignInError(
      `A proxy in front of Paperless wants a sign-in of its own for ${request} (401). Set PAPERLESS_API_URL to an address that reaches Paperless itself.`,
      { httpStatus: 401 },
    );
  if (status === 401)
    return new SignInError(
      `Paperless refused the token (401).${quoted} Set PAPERLESS_API_TOKEN to a token from "My profile" of an active Paperless user.`,
      { httpStatus: 401 },
    );
  // Not the user's rights: taken for them, a proxy's passing refusal would empty the index of all names.
  if (status === 403 && isPage)
    return new ConfigError(
      `${request} was refused with a web page (403): by a proxy in front of Paperless, or by Paperless' form protection. Set PAPERLESS_API_URL to an address that reaches Paperless itself.`,
    );
  if (status === 403) return new SignInError(toForbiddenMessage(method, path, quoted), { httpStatus: 403 });
  if (status === 404 && !isOfPaperless(refusal.body))
    return new ConfigError(
      `There is no Paperless API at this address (404 for ${request}, not from Paperless). Set PAPERLESS_API_URL to the address of Paperless' start page.`,
    );
  if (status === 404)
    return new NotFoundError(`Paperless has nothing at ${path}, or its user may not see it.${quoted}`);
  if (status === 400 && isPage)
    return new ConfigError(
      `Paperless or a proxy refused ${request} as a bad request. Add the host name of PAPERLESS_API_URL to PAPERLESS_ALLOWED_HOSTS (or PAPERLESS_URL) of Paperless, and check http or https.`,
    );
  if (status === 406)
    return new ConfigError(
      `This Paperless speaks neither version 10 nor version 9 of its API (406 for ${request}).${quoted} Use a Paperless-ngx that does.`,
    );
  const field = findField(refusal.body);
  return new UsageError(
    `Paperless refused ${request} (status ${status}).${quoted}`,
    field === undefined ? {} : { field },
  );
}

/** A 404 of Paperless has a `detail`. Proxies have a page or a line of text, other programs JSON of their own. */
function isOfPaperless(body: string): boolean {
  const detail = findDetail(body);
  // In these words by Starlette and FastAPI, never by Paperless.
  return detail !== undefined && detail !== 'Not Found';
}

function toForbiddenMessage(method: string, path: string, quoted: string): string {
  const right = findMissingRight(method, path);
  // Other refusals come with the same status: "Invalid more_like_id" lacks no permission.
  const hint = right === undefined || !/permission/i.test(quoted) ? '' : ` It probably lacks the permission ${right}.`;
  return `The user of PAPERLESS_API_TOKEN may not do ${method} ${path} (403).${quoted}${hint}`;
}

function toUnavailable(message: string, retryAfterMs: number | undefined): UnavailableError {
  return new UnavailableError(
    'paperless',
    message,
    retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) },
  );
}
