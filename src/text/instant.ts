import type { Instant } from '../model.ts';

const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)$/;

/**
 * An ISO time with any offset and up to nine fractional digits (those after the sixth are cut) as an `Instant`.
 * Undefined when it is not one, or has no offset: guessing the server's time zone would shift the cursor.
 */
export function parseInstant(text: string): Instant | undefined {
  const [, seconds, fraction = '', offset] = ISO.exec(text) ?? [];
  const time = Date.parse(`${seconds}${offset}`);
  if (Number.isNaN(time)) return undefined;
  const utc = new Date(time).toISOString();
  // Years outside 0000-9999 are written longer, and would not compare as text.
  if (utc.length !== 24) return undefined;
  // The fraction travels as text: a Date holds milliseconds, Paperless compares microseconds.
  return `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

/** Milliseconds since 1970 as an instant. */
export function toInstant(ms: number): Instant {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
