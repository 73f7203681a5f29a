/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). Undefined when absent or unreadable. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - nowMs);
}
