import type { Waits } from '../../../src/http/waits.ts';

/** Time that passes only when somebody waits or is waited for. */
export interface VirtualTime extends Waits {
  /** Lets time pass; deadlines on the way come. */
  advance(ms: number): void;
}

export function createVirtualTime(start = Date.parse('2026-12-01T08:00:00Z')): VirtualTime {
  let time = start;
  const deadlines = new Set<{ readonly at: number; readonly controller: AbortController }>();
  const advance = (ms: number) => {
    time += ms;
    for (const deadline of deadlines) {
      if (deadline.at > time) continue;
      deadlines.delete(deadline);
      deadline.controller.abort(new DOMException('late', 'TimeoutError'));
    }
  };
  return {
    now: () => time,
    random: () => 0.5,
    advance,
    async sleep(ms, signal) {
      if (signal?.aborted) throw new DOMException('aborted', 'AbortError');
      advance(ms);
    },
    deadline(ms) {
      const controller = new AbortController();
      deadlines.add({ at: time + ms, controller });
      return controller.signal;
    },
  };
}
