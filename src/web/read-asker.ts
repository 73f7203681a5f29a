import { createHash, timingSafeEqual } from 'node:crypto';
import { SignInError } from '../errors.ts';
import type { Asker } from '../ports.ts';

/** Whom the page answers. */
export type AccessSettings =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'paperless';
      /** Set by the reverse proxy, and by nobody else: it must drop what its clients send under this name. */
      readonly userHeader: string;
      /** Proves that the proxy speaks: any program of this machine can send headers. */
      readonly secret: string;
    };

export const SECRET_HEADER = 'X-Ask-Proxy-Secret';

/** Whoever reaches this loopback page may read what the token reads. */
const EVERYONE: Asker = { kind: 'everyone' };

/**
 * Who asks, by the headers of a request. Throws `SignInError` (401) without the proxy's secret or a user. A header sent
 * twice arrives joined by a comma: that is no secret, and nobody's name.
 */
export function readAsker(header: (name: string) => string | undefined, access: AccessSettings): Asker {
  if (access.kind === 'everyone') return EVERYONE;
  const given = header(SECRET_HEADER);
  if (given === undefined || !isSame(given, access.secret))
    throw new SignInError(
      `This page is reached through its reverse proxy only: ${SECRET_HEADER} is missing or wrong in the request.`,
    );
  const name = toText(header(access.userHeader) ?? '');
  if (name === undefined || name === '')
    throw new SignInError(
      `Nobody is signed in: the reverse proxy has to name the user in ${access.userHeader}, in UTF-8.`,
    );
  return { kind: 'user', name };
}

/** Takes as long for a wrong text as for the right one. */
function isSame(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

/** Headers arrive as bytes, one a character. Undefined for what is not UTF-8: half a name could be somebody else's. */
function toText(bytes: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}
