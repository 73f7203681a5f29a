import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance as retries need them. */
export interface Timing {
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** 0 ≤ x < 1. */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

export const SYSTEM_TIMING: Timing = {
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  random: Math.random,
  now: Date.now,
};
