import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LineTransport } from '../../src/mcp/line-transport.ts';

async function read(chunks: readonly Buffer[]) {
  const input = new PassThrough();
  const transport = new LineTransport(input, new PassThrough());
  const messages: unknown[] = [];
  const errors: Error[] = [];
  transport.onmessage = (message) => messages.push(message);
  transport.onerror = (error) => errors.push(error);
  await transport.start();
  for (const chunk of chunks) input.emit('data', chunk);
  return { messages, errors };
}

describe('lines of the protocol', () => {
  it('are whole messages however they are cut into pieces', async () => {
    const notification = (text: string) => ({ jsonrpc: '2.0', method: 'x', params: { text } });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const bytes = Buffer.from(texts.map((text) => `${JSON.stringify(notification(text))}\r\n`).join(''));
          const count = Math.ceil(bytes.length / size);
          const chunks = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
          assert.deepEqual((await read(chunks)).messages, texts.map(notification));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('a line that is too long is skipped and told, without what it held', async () => {
    const piece = Buffer.alloc(8 * 1024 * 1024, 'secret ');
    const next = Buffer.from('\n{"jsonrpc":"2.0","method":"next"}\n');
    const { messages, errors } = await read([...Array.from({ length: 9 }, () => piece), next]);
    assert.deepEqual(messages, [{ jsonrpc: '2.0', method: 'next' }]);
    assert.match(errors[0]?.message ?? '', /^a message is longer than \d+ characters$/);
  });
});
