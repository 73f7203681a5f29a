/** Milliseconds since 1970 with fractions: the same clock in every thread and process of this machine. */
export function readTimeOfDay(): number {
  return performance.timeOrigin + performance.now();
}
