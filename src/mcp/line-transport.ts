import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** One message; an upload of 40 MB in base64 fits. */
const MAX_MESSAGE_CHARS = 64 * 1024 * 1024;

/**
 * JSON-RPC, one message a line. The SDK's own transport copies and searches all it has at every piece of a long line
 * (seconds for 12 MB), and closes without a word above 10 MiB; here a line that is too long is skipped and told.
 * Nothing is closed from this side: streams belong to whoever opened them.
 */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #decoder = new StringDecoder('utf8');
  #pieces: string[] = [];
  #chars = 0;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#take);
  }

  /** Resolves when the message has been handed to the reader, or can't be any more. */
  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => this.#output.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#take).pause();
    this.onclose?.();
  }

  readonly #take = (chunk: Buffer): void => {
    const [first = '', ...others] = this.#decoder.write(chunk).split('\n');
    this.#keep(first);
    for (const piece of others) {
      this.#finishLine();
      this.#keep(piece);
    }
  };

  #keep(piece: string): void {
    this.#chars += piece.length;
    if (this.#chars <= MAX_MESSAGE_CHARS) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #finishLine(): void {
    const line = this.#pieces.join('').trim();
    const isTooLong = this.#chars > MAX_MESSAGE_CHARS;
    this.#pieces = [];
    this.#chars = 0;
    if (isTooLong) this.onerror?.(new RangeError(`a message is longer than ${MAX_MESSAGE_CHARS} characters`));
    else if (line !== '') this.#deliver(line);
  }

  #deliver(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(line));
    } catch {
      // Their own messages quote what was sent.
      this.onerror?.(new SyntaxError('a line is no message of the protocol'));
      return;
    }
    this.onmessage?.(message);
  }
}
