import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWaitingLine, type Place } from '../../src/web/waiting-line.ts';

const nobodyLeaves = new AbortController().signal;

/** Whether a place's turn has come by now. */
async function hasTurn(place: Place): Promise<boolean> {
  return Promise.race([place.turn.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

function enter(line: ReturnType<typeof createWaitingLine>, signal = nobodyLeaves): Place {
  return line.enter(signal) ?? assert.fail('the line is full');
}

describe('createWaitingLine', () => {
  it('lets as many in as there are slots, and the next when one leaves', async () => {
    const line = createWaitingLine({ slots: 1, waiting: 2 });
    const [first, second, third] = [enter(line), enter(line), enter(line)];
    assert.deepEqual([first.mustWait, second.mustWait, third.mustWait], [false, true, true]);
    assert.equal(await hasTurn(second), false);
    first.leave();
    assert.equal(await hasTurn(second), true);
    assert.equal(await hasTurn(third), false);
  });

  it('is full when slots and line are taken', () => {
    const line = createWaitingLine({ slots: 1, waiting: 1 });
    enter(line);
    enter(line);
    assert.equal(line.enter(nobodyLeaves), undefined);
  });

  it('gives a slot back only once, however often its owner leaves', () => {
    const line = createWaitingLine({ slots: 1, waiting: 0 });
    const first = enter(line);
    first.leave();
    first.leave();
    enter(line);
    assert.equal(line.enter(nobodyLeaves), undefined);
  });

  it('forgets who gives up waiting', async () => {
    const line = createWaitingLine({ slots: 1, waiting: 1 });
    const first = enter(line);
    const abort = new AbortController();
    const second = enter(line, abort.signal);
    abort.abort();
    await assert.rejects(second.turn, { name: 'AbortError' });
    const third = enter(line);
    first.leave();
    assert.equal(await hasTurn(third), true);
  });

  it('gets the slot back from an owner that was aborted in mid-answer', () => {
    const line = createWaitingLine({ slots: 1, waiting: 0 });
    const abort = new AbortController();
    const first = enter(line, abort.signal);
    abort.abort();
    first.leave();
    assert.equal(enter(line).mustWait, false);
  });

  it('refuses who had left before the line was entered', async () => {
    const line = createWaitingLine({ slots: 1, waiting: 1 });
    enter(line);
    await assert.rejects(enter(line, AbortSignal.abort()).turn, { name: 'AbortError' });
    assert.notEqual(line.enter(nobodyLeaves), undefined);
  });
});
