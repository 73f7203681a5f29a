import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toEventStream } from '../../src/web/event-stream.ts';
import type { StreamedEvent } from '../../src/web/to-streamed-events.ts';
import { createManualClock } from '../fakes/manual-clock.ts';

const TOKEN = 'event: token\ndata: {"text":"a"}\n\n';

describe('toEventStream', () => {
  it('writes one event after the other and ends', async () => {
    const { stream, clock } = open(async function* () {
      yield { type: 'phase', name: 'searching' };
      yield { type: 'token', text: 'line\nbreak' };
    });
    const text = await new Response(stream).text();
    assert.equal(text, 'event: phase\ndata: {"name":"searching"}\n\nevent: token\ndata: {"text":"line\\nbreak"}\n\n');
    assert.equal(clock.timers(), 0);
  });

  it('says every 10 s that it is still there', async () => {
    const { stream, clock } = open(async function* () {
      await new Promise(() => {});
      yield { type: 'token', text: 'never' };
    });
    const reader = stream.getReader();
    const beat = reader.read();
    clock.advance(9_999);
    clock.advance(1);
    assert.equal(decode(await beat), ': still here\n\n');
    const next = reader.read();
    clock.advance(10_000);
    assert.equal(decode(await next), ': still here\n\n');
  });

  it('runs a quarter of a megabyte ahead of its reader, and no further', async () => {
    let made = 0;
    const { stream } = open(async function* () {
      for (;;) {
        made += 1;
        yield { type: 'token', text: 'a'.repeat(1_000) };
      }
    });
    const reader = stream.getReader();
    await reader.read();
    while (made < 255) await settle();
    await settle();
    assert.ok(made < 260, `${made} events`);
    const before = made;
    for (let taken = 0; taken < 10; taken += 1) await reader.read();
    await settle();
    assert.equal(made, before + 10);
  });

  it('gives a short answer up to its end, whether anybody reads it or not', async () => {
    const { stream, state, clock } = open(async function* () {
      for (let count = 0; count < 100; count += 1) yield { type: 'token', text: 'a' };
    });
    while (!state.finished) await settle();
    await settle();
    assert.deepEqual([state.abandoned, clock.timers()], [false, 0]);
    assert.equal((await new Response(stream).text()).length, 100 * TOKEN.length);
  });

  it('abandons the answer when its reader goes away', async () => {
    const { stream, clock, state } = open(async function* () {
      for (;;) yield { type: 'token', text: 'a' };
    });
    await stream.cancel();
    await settle();
    assert.deepEqual({ ...state, timers: clock.timers() }, { abandoned: true, finished: true, timers: 0 });
  });
});

function open(events: () => AsyncGenerator<StreamedEvent>) {
  const clock = createManualClock();
  const state = { abandoned: false, finished: false };
  async function* watched() {
    try {
      yield* events();
    } finally {
      state.finished = true;
    }
  }
  const stream = toEventStream(watched(), {
    clock,
    abandon: () => {
      state.abandoned = true;
    },
  });
  return { stream, clock, state };
}

function decode({ value }: { value?: Uint8Array | undefined }): string {
  return new TextDecoder().decode(value);
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
