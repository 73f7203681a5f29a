/** A place in the line. `leave` gives it up at whatever stage; calling it twice does no harm. */
export interface Place {
  /** True when all slots were taken on arrival. */
  readonly mustWait: boolean;
  /** Resolves when it is this one's turn; rejects with the signal's reason when its owner gave up waiting. */
  readonly turn: Promise<void>;
  leave(): void;
}

export interface WaitingLine {
  readonly running: number;
  readonly waiting: number;
  /** Undefined when the line is full: nobody is left waiting for what can't come soon. */
  enter(signal: AbortSignal): Place | undefined;
}

/** At most `slots` at once and `waiting` more in line: first come, first served. */
export function createWaitingLine({ slots, waiting }: { slots: number; waiting: number }): WaitingLine {
  let free = slots;
  const line: (() => void)[] = [];

  return {
    get running() {
      return slots - free;
    },
    get waiting() {
      return line.length;
    },
    enter(signal) {
      const mustWait = free === 0;
      if (mustWait && line.length >= waiting) return undefined;
      const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
      // An owner that leaves without awaiting its turn must not cause an unhandled rejection.
      turn.catch(() => {});
      let inside = false;

      const admit = () => {
        free -= 1;
        inside = true;
        resolve();
      };
      const leave = () => {
        signal.removeEventListener('abort', giveUp);
        const position = line.indexOf(admit);
        if (position >= 0) line.splice(position, 1);
        if (!inside) return;
        inside = false;
        free += 1;
        line.shift()?.();
      };
      const giveUp = () => {
        if (inside) return;
        leave();
        reject(signal.reason);
      };

      if (mustWait) line.push(admit);
      else admit();
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      return { mustWait, turn, leave };
    },
  };
}
