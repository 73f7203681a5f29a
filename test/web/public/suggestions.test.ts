import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listSuggestions } from '../../../src/web/public/suggestions.js';

describe('listSuggestions', () => {
  it('puts a near name in the place of the refused one, and leaves the other filters', () => {
    const refused = { name: 'enrgie', near: ['energie', 'Energie 2'] };
    const filters = { correspondent: 'a', tags: ['x', 'enrgie'] };
    assert.deepEqual(listSuggestions({ field: 'filters.tags', refused }, filters), [
      { label: 'energie', filters: { correspondent: 'a', tags: ['x', 'energie'] } },
      { label: 'Energie 2', filters: { correspondent: 'a', tags: ['x', 'Energie 2'] } },
    ]);
    assert.deepEqual(
      listSuggestions({ field: 'filters.correspondent', refused: { name: 'a', near: ['b'] } }, filters),
      [{ label: 'b', filters: { correspondent: 'b', tags: ['x', 'enrgie'] } }],
    );
  });

  it('has none for other errors', () => {
    assert.deepEqual(listSuggestions({ field: 'q' }, {}), []);
    assert.deepEqual(listSuggestions({}, {}), []);
  });
});
