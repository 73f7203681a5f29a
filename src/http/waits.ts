import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance as HTTP clients use them; tests bring their own. */
export interface Waits {
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  /** Rejects with an `AbortError` when `signal` aborts first. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** A signal that aborts after `ms`, without keeping the process alive. */
  deadline(ms: number): AbortSignal;
}

export const REAL_WAITS: Waits = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  // A timer takes whole milliseconds only.
  deadline: (ms) => AbortSignal.timeout(Math.ceil(ms)),
};
