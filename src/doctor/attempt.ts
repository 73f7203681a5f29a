import { isKnownError, type KnownError, type Service, UnavailableError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';

/** A probe's result; what went wrong is one as well. */
export type Outcome<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: KnownError };

/** Enough for Ollama to load a model from a slow disk. */
const PATIENCE_MS = 60_000;

/** Runs one probe of `service`, for a minute at most. Rejects only for bugs and when `signal` aborts. */
export async function attempt<T>(
  service: Service,
  { signal }: CallOptions,
  run: (options: CallOptions) => Promise<T>,
  createDeadline = () => AbortSignal.timeout(PATIENCE_MS),
): Promise<Outcome<T>> {
  const deadline = createDeadline();
  try {
    return { value: await run({ signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]) }) };
  } catch (error) {
    signal?.throwIfAborted();
    if (isKnownError(error)) return { error };
    if (!deadline.aborted) throw error;
    return { error: new UnavailableError(service, 'No answer within a minute. Try again later.', { cause: error }) };
  }
}
