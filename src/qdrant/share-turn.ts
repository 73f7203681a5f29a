/**
 * Makes all calls within one turn of the event loop share one run of `work`. None of them can have waited for a write
 * that the shared run began without: the answer to a write would have begun a new turn. `work` takes no signal, because
 * one caller who goes must not take the result away from the others.
 */
export function shareTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    if (running !== undefined) return running;
    running = work();
    setImmediate(() => {
      running = undefined;
    });
    return running;
  };
}
