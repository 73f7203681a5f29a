// Asking over HTTP: the events of POST /api/ask, and what went wrong in words.

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
  throw new AskError({
    code: 'broken_off',
    message: 'The connection broke off before the answer was complete. Ask again.',
  });
}

/** `fetch` for this page's own API: throws `AskError` for whatever is not a success. */
export async function send(path, options) {
  const response = await fetch(path, options).catch((error) => {
    if (error.name === 'AbortError') throw error;
    throw new AskError({ code: 'unreachable', message: 'The server does not answer. Is paperless-ask still running?' });
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => undefined);
  throw new AskError(
    answer?.error ?? { code: 'http', message: `The server answered with an error (${response.status}).` },
  );
}

/** Server-sent events out of text that is cut anywhere. Comments (heartbeats) are skipped. */
export async function* readEvents(texts) {
  let rest = '';
  for await (const text of texts) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split('\n');
      const type = lines.find((line) => line.startsWith('event: '))?.slice(7);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (type !== undefined && data !== undefined) yield { type, ...JSON.parse(data) };
    }
  }
}
