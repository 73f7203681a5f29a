import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgress, formatBar, formatDuration, measurePace } from '../../src/cli/progress.ts';
import { captureStream } from './capture-stream.ts';

function setUp(isTTY: boolean) {
  const stream = captureStream({ isTTY, columns: 100 });
  const lines: object[] = [];
  const note = () => {};
  const log = { debug: note, warn: note, error: note, info: (fields: object) => void lines.push(fields) };
  const clock = { ms: 0 };
  return { stream, lines, clock, progress: createProgress({ stream, log, now: () => clock.ms }) };
}

describe('createProgress', () => {
  it('logs one line every ten seconds where there is no terminal', () => {
    const { progress, stream, lines, clock } = setUp(false);
    for (clock.ms = 0; clock.ms <= 25_000; clock.ms += 500) progress.update(clock.ms / 100, 1_000);
    progress.end();
    assert.equal(stream.text(), '');
    assert.deepEqual(lines, [
      { done: 100, total: 1_000, per_second: 10, seconds_left: 90 },
      { done: 200, total: 1_000, per_second: 10, seconds_left: 80 },
    ]);
  });

  it('redraws a bar on a terminal and wipes it at the end', () => {
    const { progress, stream, clock } = setUp(true);
    progress.update(0, 200);
    clock.ms = 50;
    progress.update(10, 200);
    clock.ms = 2_000;
    progress.update(100, 200);
    progress.end();
    const [first, ...drawn] = stream.text().split('\r\u001b[K').slice(1);
    assert.equal(first, 'Looking for changes …\r', 'a terminal stayed empty until the library was listed');
    assert.equal(drawn.length, 3, 'too soon for the second update');
    assert.match(drawn[1] ?? '', /^\[#{15}\.{15}\] 100 of 200 documents, 50\/s, 2 s left\r$/);
    assert.equal(drawn[2], '');
  });

  it('measures the rate of this run only', () => {
    const { progress, lines, clock } = setUp(false);
    progress.update(900, 1_000);
    clock.ms = 10_000;
    progress.update(910, 1_000);
    assert.deepEqual(lines, [{ done: 910, total: 1_000, per_second: 1, seconds_left: 90 }]);
  });
});

describe('measurePace', () => {
  it('promises nothing before something is done', () => {
    assert.deepEqual(measurePace(0, 10, 5_000), { perSecond: undefined, secondsLeft: undefined });
  });
});

describe('formatBar', () => {
  it('fits the narrowest terminal', () => {
    const pace = { perSecond: 3, secondsLeft: 4 };
    for (const columns of [1, 10, 20, 40, 80]) assert.ok(formatBar(5, 10, pace, columns).length < Math.max(columns, 1));
  });

  it('is full when there is nothing to do', () => {
    assert.match(formatBar(0, 0, measurePace(0, 0, 0), 80), /^\[#+\] 0 of 0 documents$/);
  });
});

describe('formatDuration', () => {
  it('uses the unit people would', () => {
    const seconds = [5, 100, 600, 11_100, 200_000];
    assert.deepEqual(seconds.map(formatDuration), ['5 s', '2 min', '10 min', '3 h 5 min', '2 d 7 h']);
  });
});
