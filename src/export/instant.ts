import type { Instant } from '../model.ts';

const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** An ISO time with offset as UTC with six digits (further ones are cut); undefined when it is none. */
export function toInstant(text: string): Instant | undefined {
  const [, date, time, fraction = '', offset] = ISO.exec(text) ?? [];
  const milliseconds = Date.parse(`${date}T${time}${offset}`);
  if (Number.isNaN(milliseconds)) return undefined;
  const utc = new Date(milliseconds).toISOString();
  // Years outside 0000-9999 are written longer, and would not compare as text.
  return utc.length === 24 ? `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z` : undefined;
}
