import type { Instant } from '../model.ts';

const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * A Paperless timestamp (any offset, zero to six fractional digits) as an `Instant`.
 * Undefined when it is not one, or has no offset: guessing the server's time zone would shift the cursor.
 */
export function toInstant(text: string): Instant | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, seconds, fraction = '', offset] = match;
  const time = Date.parse(`${seconds}${offset}`);
  // The fraction travels as text: a Date holds milliseconds, Paperless compares microseconds.
  return Number.isNaN(time) ? undefined : `${new Date(time).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}
