/** Milliseconds that `work` took. For asynchronous work, a promise of them. */
export function measureMs(work: () => Promise<unknown>): Promise<number>;
export function measureMs(work: () => unknown): number;
export function measureMs(work: () => unknown): number | Promise<number> {
  const started = performance.now();
  const result = work();
  const readElapsed = () => performance.now() - started;
  return result instanceof Promise ? result.then(readElapsed) : readElapsed();
}
