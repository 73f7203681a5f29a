import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepFresh } from '../../src/paperless/keep-fresh.ts';

describe('keepFresh', () => {
  it('counts the time from the question, not from the answer', async () => {
    let time = 0;
    let loads = 0;
    const answers = keepFresh(
      async () => {
        time += 40;
        return ++loads;
      },
      { ttlMs: 100, now: () => time, most: 5 },
    );
    assert.equal(await answers.read('a'), 1);
    time = 99;
    assert.equal(await answers.read('a'), 1);
    time = 100;
    assert.equal(await answers.read('a'), 2);
  });

  it('keeps nothing at all with no time to live', async () => {
    let loads = 0;
    const answers = keepFresh(async () => ++loads, { ttlMs: 0, now: () => 7, most: 5 });
    assert.deepEqual([await answers.read('a'), await answers.read('a')], [1, 2]);
  });

  it('is not set back by a slow load that began before a newer answer', async () => {
    const slow = Promise.withResolvers<string>();
    let time = 0;
    const answers = keepFresh(() => slow.promise, { ttlMs: 100, now: () => time, most: 5 });
    const old = answers.read('a');
    time = 10;
    await answers.renew('a', async () => 'new');
    slow.resolve('old');
    assert.equal(await old, 'old');
    assert.equal(await answers.read('a'), 'new');
  });

  it('keeps no failure, and nothing from before one', async () => {
    let isDown = false;
    const load = async () => {
      if (isDown) throw new Error('down');
      return 'well';
    };
    const answers = keepFresh(load, { ttlMs: 100, now: () => 0, most: 5 });
    await answers.read('a');
    isDown = true;
    await assert.rejects(answers.renew('a', load));
    await assert.rejects(answers.read('a'), /down/);
    isDown = false;
    assert.equal(await answers.read('a'), 'well');
  });

  it('forgets the oldest when there are too many', async () => {
    const loaded: number[] = [];
    const load = async (key: number) => {
      loaded.push(key);
      return key;
    };
    const answers = keepFresh(load, { ttlMs: 100, now: () => 0, most: 2 });
    for (const key of [1, 2, 3, 3, 2, 1]) await answers.read(key);
    assert.deepEqual(loaded, [1, 2, 3, 1]);
  });
});
