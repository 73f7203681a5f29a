// Asking over HTTP: the events of POST /api/ask, and what went wrong.

import { words } from './page-words.js';
import { readEvents } from './read-events.js';

/** A refusal or failure the server explained: `{ code, message, field? }` in `info`. */
export class AskError extends Error {
  constructor(info) {
    super(info.message);
    this.info = info;
  }
}

/** Yields `{ type, ...data }` until `done`. Throws `AskError`; rejects with an AbortError when `signal` aborts. */
export async function* ask(body, signal) {
  const response = await send('/api/ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal,
  });
  for await (const event of readEvents(response.body.pipeThrough(new TextDecoderStream()))) {
    if (event.type === 'error') throw new AskError(event.error);
    yield event;
    if (event.type === 'done') return;
  }
  throw new AskError({ message: words.connectionLost });
}

/** `fetch` for this page's own API: throws `AskError` for whatever is not a success. */
export async function send(path, options) {
  const response = await fetch(path, options).catch((error) => {
    if (error.name === 'AbortError') throw error;
    throw new AskError({ message: words.unreachable });
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => undefined);
  throw new AskError(answer?.error ?? { message: `HTTP ${response.status}` });
}
