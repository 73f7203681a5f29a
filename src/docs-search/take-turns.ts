import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Called often by long work: lets other work have its turn every now and then; throws the reason of an abort. */
export type Turn = () => Promise<void> | undefined;

/** `now`: milliseconds, from whenever. */
export function takeTurns(signal: AbortSignal, now: () => number): Turn {
  let since = now();
  return () => {
    signal.throwIfAborted();
    return now() - since < TURN_MS ? undefined : rest();
  };

  async function rest(): Promise<void> {
    await setImmediate();
    since = now();
  }
}
