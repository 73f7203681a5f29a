import type { RequestFailure } from './request-failure.ts';

/** What Ollama says, and the same in words of our own. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/does not support|unsupported model/i, "the model can't do that"],
  [/\bnan\b/i, 'the model made no usable numbers of it'],
  [/memory/i, 'the model needs more memory than there is'],
  [/busy|pending requests/i, 'it is busy'],
];

/**
 * Why Ollama refused a request, with the status. Never in its own words: they may repeat what it was sent, and messages
 * of errors are logged.
 */
export function describeRefusal({ status, message }: RequestFailure): string {
  const known = KNOWN.find(([pattern]) => pattern.test(message))?.[1];
  return `status ${status ?? 'unknown'}: ${known ?? 'its own log says why'}`;
}
