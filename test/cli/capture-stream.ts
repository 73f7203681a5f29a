import { Writable } from 'node:stream';

/** A stream that keeps what is written to it; `isTTY` makes it pass for a terminal. */
export function captureStream(options: { isTTY?: boolean; columns?: number } = {}) {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return Object.assign(stream, options, { text: () => text });
}
