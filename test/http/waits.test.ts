import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REAL_WAITS } from '../../src/http/waits.ts';

describe('REAL_WAITS', () => {
  it('what is left of a budget is no whole number of milliseconds: "The value of delay is out of range"', () => {
    assert.equal(REAL_WAITS.deadline(4803.90492).aborted, false);
  });
});
