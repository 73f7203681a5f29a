import type { Clock } from '../../src/web/clock.ts';

/** A clock that stands until it is moved. */
export interface ManualClock extends Clock {
  /** Lets `ms` milliseconds pass and runs everything that falls due. */
  advance(ms: number): void;
  /** How many repeating timers run. */
  timers(): number;
}

export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let time = start;
  const timers = new Set<{ ms: number; due: number; run: () => void }>();
  return {
    now: () => time,
    every(ms, run) {
      const timer = { ms, due: time + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const next = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
        if (next === undefined) break;
        time = next.due;
        next.due += next.ms;
        next.run();
      }
      time = end;
    },
    timers: () => timers.size,
  };
}
