import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readEvents } from '../../../src/web/public/read-events.js';

const STREAM =
  'event: phase\ndata: {"name":"searching"}\n\n: still here\n\nevent: token\ndata: {"text":"a\\n\\nb"}\n\n';

describe('readEvents', () => {
  it('reads the events and skips heartbeats, wherever the network cuts the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(STREAM.length)), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), STREAM.length];
        const parts = ends.map((end, at) => STREAM.slice(ends[at - 1] ?? 0, end));
        const events: unknown[] = [];
        for await (const event of readEvents(toAsync(parts))) events.push(event);
        assert.deepEqual(events, [
          { type: 'phase', name: 'searching' },
          { type: 'token', text: 'a\n\nb' },
        ]);
      }),
    );
  });
});

async function* toAsync(parts: readonly string[]) {
  yield* parts;
}
