import { UnavailableError } from '../errors.ts';

/** An answer bigger than its cap. Callers who can ask for less catch it; for all others it is an `UnavailableError`. */
export class TooLargeError extends UnavailableError {}

/** The whole body, at most `maxBytes` after decompression. Rejects as the stream does when it is cut. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return new Uint8Array();
  // Safe: the body of a fetch response is a stream of byte arrays; the type says `any`.
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    // Leaving the loop cancels the stream, so the rest is never received.
    if (size > maxBytes)
      throw new TooLargeError('paperless', `Paperless' answer is larger than ${maxBytes} bytes. Ask for less at once.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}
