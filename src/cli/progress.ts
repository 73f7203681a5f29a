import type { Log } from '../log.ts';

/** Shows how far long work is. */
export interface Progress {
  /** `done` of `total` documents; may be called as often as one likes. */
  update(done: number, total: number): void;
  /** Wipes the bar. */
  end(): void;
}

export interface ProgressOptions {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly log: Log;
  /** Milliseconds from any fixed start. */
  readonly now: () => number;
}

const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
const CLEAR_LINE = '\r\u001b[K';

/** A bar that redraws itself on a terminal; elsewhere one log line every ten seconds. */
export function createProgress({ stream, log, now }: ProgressOptions): Progress {
  const isTerminal = stream.isTTY === true;
  const startedAt = now();
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : startedAt;
  let before: number | undefined;
  // Listing a large library, or waiting for a service, takes its time: nobody should wonder whether anything happens.
  if (isTerminal) stream.write(`${CLEAR_LINE}Looking for changes …\r`);
  return {
    update(done, total) {
      // What an earlier run had done says nothing about today's rate.
      before ??= done;
      const time = now();
      if (time - shownAt < (isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = time;
      const pace = measurePace(done - before, total - done, time - startedAt);
      // Ends at the line's start, so that a log line written meanwhile covers the bar instead of sticking to it.
      if (isTerminal) stream.write(`${CLEAR_LINE}${formatBar(done, total, pace, stream.columns ?? 80)}\r`);
      else log.info({ done, total, per_second: pace.perSecond, seconds_left: pace.secondsLeft }, 'indexing');
    },
    end() {
      if (isTerminal) stream.write(CLEAR_LINE);
    },
  };
}

export interface Pace {
  readonly perSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

/** Undefined while nothing is done yet, so that nobody reads a guess as a promise. */
export function measurePace(done: number, left: number, elapsedMs: number): Pace {
  if (done <= 0 || elapsedMs <= 0) return { perSecond: undefined, secondsLeft: undefined };
  const perSecond = done / (elapsedMs / 1_000);
  return { perSecond: Number(perSecond.toPrecision(3)), secondsLeft: Math.ceil(left / perSecond) };
}

/** One line of at most `columns` − 1 characters. */
export function formatBar(done: number, total: number, pace: Pace, columns: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const counts = `${done} of ${total} documents`;
  const rate = pace.perSecond === undefined ? '' : `, ${pace.perSecond}/s`;
  const left = pace.secondsLeft === undefined ? '' : `, ${formatDuration(pace.secondsLeft)} left`;
  const text = `${counts}${rate}${left}`;
  const width = Math.min(30, columns - text.length - 4);
  const filled = Math.round(share * width);
  const bar = width < 5 ? '' : `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] `;
  return `${bar}${text}`.slice(0, columns - 1);
}

/** `45 s`, `12 min`, `3 h 5 min`, `4 d 2 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
