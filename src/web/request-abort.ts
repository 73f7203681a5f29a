/**
 * A controller that also aborts when the client closes the connection. The server's own signal gives a text as its
 * reason; this one gives an `AbortError`, as the rest of the program expects.
 */
export function createRequestAbort(request: Request): AbortController {
  const controller = new AbortController();
  if (request.signal.aborted) controller.abort();
  else request.signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller;
}
