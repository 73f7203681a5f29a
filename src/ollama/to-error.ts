import { ConfigError } from '../errors.ts';
import { describeRefusal } from './describe-refusal.ts';
import { toMissingModel } from './find-model.ts';
import type { Host } from './host.ts';
import { RequestFailure } from './request-failure.ts';
import { toUnavailable } from './retry.ts';

export interface ErrorContext {
  readonly model: string;
  /** The variable that names the model. */
  readonly variable: string;
  readonly host: Host;
}

/** A failed request as a class of errors.ts. Anything else (already one of them, an abort, a bug) stays what it is. */
export function toError(error: unknown, { model, variable, host }: ErrorContext): unknown {
  if (!(error instanceof RequestFailure)) return error;
  if (error.isMissingModel) return toMissingModel(model, variable, host.label);
  if (error.status === 401 || error.status === 403) {
    return new ConfigError(
      `Ollama at ${host.label} wants a sign-in: put user and password into its address, like https://user:password@host.`,
      { cause: error },
    );
  }
  const { status = 0 } = error;
  // 501 is not an outage: Ollama's own engine answers it for what the model can't do.
  if ((status > 0 && status < 500 && !error.isTransient) || status === 501) {
    const why = error.isForeign ? 'what answers there is not Ollama' : describeRefusal(error);
    return new ConfigError(
      `Ollama at ${host.label} refused the request for "${model}" (${why}). Check the address and ${variable}.`,
      { cause: error },
    );
  }
  return toUnavailable(error);
}
