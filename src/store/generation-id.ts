import type { Instant } from '../model.ts';

const ID = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})$/;

/** True for what `createGenerationId` makes. */
export function isGenerationId(text: string): boolean {
  return ID.test(text);
}

/**
 * Id and start of a generation begun at `ms` (since 1970): the UTC time, `20261130t111901628`.
 * Later than every one of `ids`, whatever the clock says, because ids sort by age and are never used twice.
 */
export function createGenerationId(ms: number, ids: readonly string[]): { id: string; startedAt: Instant } {
  const begun = Math.max(ms, ...ids.map((id) => toTime(id) + 1));
  const iso = new Date(begun).toISOString();
  return { id: iso.replaceAll(/[-:.Z]/g, '').toLowerCase(), startedAt: iso.replace('Z', '000Z') };
}

/** When a generation began. An id that isn't one of ours counts as older than all others. */
function toTime(id: string): number {
  const parts = ID.exec(id);
  if (parts === null) return Number.NEGATIVE_INFINITY;
  const [, year, month, day, hours, minutes, seconds, milliseconds] = parts;
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}
