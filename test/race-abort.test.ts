import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { raceAbort } from '../src/race-abort.ts';

describe('raceAbort', () => {
  it('gives the outcome of the call where nobody aborts', async () => {
    const { signal } = new AbortController();
    assert.equal(await raceAbort(Promise.resolve(1), signal), 1);
    await assert.rejects(raceAbort(Promise.reject(new Error('broken')), signal), /broken/);
  });

  it('rejects with the reason as soon as the signal aborts', async () => {
    const controller = new AbortController();
    const raced = raceAbort(new Promise(() => {}), controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(raced, /gone/);
    await assert.rejects(raceAbort(new Promise(() => {}), controller.signal), /gone/);
  });
});
