import type { Instant } from '../../../src/model.ts';

/** A clock that moves only when something is written: by a second each time, or as far as a test says. */
export class FakeClock {
  #millis: number;

  constructor(start: Instant) {
    this.#millis = Date.parse(start);
  }

  /** The time of the next write. The microseconds are never zero, so nobody gets away with milliseconds. */
  tick(): Instant {
    this.#millis += 1000;
    return this.now();
  }

  now(): Instant {
    return `${new Date(this.#millis).toISOString().slice(0, 23)}871Z`;
  }

  advance(seconds: number): void {
    this.#millis += seconds * 1000;
  }
}

/** As Paperless writes times: Europe/Berlin, the offset changing with summer time, no fraction when it is zero. */
export function toServerTime(instant: Instant): string {
  const utc = Date.parse(`${instant.slice(0, 19)}Z`);
  const hours = isSummer(utc) ? 2 : 1;
  const local = new Date(utc + hours * 3_600_000).toISOString().slice(0, 19);
  const fraction = instant.slice(20, 26);
  return `${local}${fraction === '000000' ? '' : `.${fraction}`}+0${hours}:00`;
}

/** Versions carry UTC in the same answer. */
export function toUtcTime(instant: Instant): string {
  return instant.slice(20, 26) === '000000' ? `${instant.slice(0, 19)}Z` : instant;
}

/** From the last Sunday of March to the last Sunday of October, both at 01:00 UTC. */
function isSummer(utc: number): boolean {
  const year = new Date(utc).getUTCFullYear();
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0, 1));
    return last.getTime() - last.getUTCDay() * 86_400_000;
  };
  return utc >= lastSunday(2) && utc < lastSunday(9);
}
