import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Called often by long work: lets other work have its turn every now and then; throws the reason of an abort. */
export type Turn = () => Promise<void> | undefined;

export function takeTurns(signal: AbortSignal): Turn {
  let since = performance.now();
  return () => {
    signal.throwIfAborted();
    return performance.now() - since < TURN_MS ? undefined : rest();
  };

  async function rest(): Promise<void> {
    await setImmediate();
    since = performance.now();
  }
}
