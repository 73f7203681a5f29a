import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGenerationId, isGenerationId } from '../../src/store/generation-id.ts';

describe('generation ids', () => {
  it('sort by age even when the clock goes back', () => {
    const first = createGenerationId(Date.UTC(2026, 0, 2), []).id;
    const second = createGenerationId(Date.UTC(2026, 0, 1), [first]).id;
    assert.deepEqual([first, second].toSorted(), [first, second]);
    assert.deepEqual([first, second, 'x', '2026'].map(isGenerationId), [true, true, false, false]);
  });

  it('are made beside names that are no generation ids', () => {
    assert.deepEqual(createGenerationId(Date.UTC(2026, 0, 2), ['notes', 'zzz']), {
      id: '20260102t000000000',
      startedAt: '2026-01-02T00:00:00.000000Z',
    });
  });
});
