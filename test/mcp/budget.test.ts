import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBudget } from '../../src/mcp/budget.ts';

describe('a budget', () => {
  it('is told in whole milliseconds, whatever the clock says: timers take no others', () => {
    let now = 12.345678;
    const budget = createBudget(1_000, () => now);
    assert.deepEqual([budget.remainingMs(), budget.isSpent()], [1_000, false]);
    now += 0.25;
    assert.equal(budget.remainingMs(), 999);
    now += 999.5;
    assert.deepEqual([budget.remainingMs(), budget.isSpent()], [0, true]);
    now += 5_000;
    assert.deepEqual([budget.remainingMs(), budget.isSpent()], [0, true]);
  });
});
