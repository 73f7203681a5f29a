import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listSuggestions } from '../../../src/web/public/suggestions.js';
import { en } from '../../../src/web/words/en.ts';

const WITHOUT = en.shared.withoutIt;

describe('listSuggestions', () => {
  const filters = { correspondent: 'a', tags: ['x', 'enrgie'] };

  it('puts a near name in the place of the refused one, or nothing, and leaves the other filters', () => {
    const refused = { name: 'enrgie', near: ['energie', 'Energie 2'] };
    assert.deepEqual(listSuggestions({ field: 'filters.tags', refused }, filters, en.shared), [
      { label: 'energie', filters: { correspondent: 'a', tags: ['x', 'energie'] } },
      { label: 'Energie 2', filters: { correspondent: 'a', tags: ['x', 'Energie 2'] } },
      { label: WITHOUT, filters: { correspondent: 'a', tags: ['x'] } },
    ]);
    const other = { field: 'filters.correspondent', refused: { name: 'a', near: ['b'] } };
    assert.deepEqual(listSuggestions(other, filters, en.shared), [
      { label: 'b', filters: { correspondent: 'b', tags: ['x', 'enrgie'] } },
      { label: WITHOUT, filters: { tags: ['x', 'enrgie'] } },
    ]);
  });

  it('leads out of a filter that nothing is like: there was no way but to find and empty the right box', () => {
    assert.deepEqual(listSuggestions({ field: 'filters.created_from' }, { created_from: '2024-02-30' }, en.shared), [
      { label: WITHOUT, filters: {} },
    ]);
    assert.deepEqual(listSuggestions({ field: 'filters.tags.7' }, filters, en.shared), [
      { label: WITHOUT, filters: { correspondent: 'a' } },
    ]);
    const refused = { name: 'enrgie', near: [] };
    assert.deepEqual(listSuggestions({ field: 'filters.tags', refused }, { tags: ['enrgie'] }, en.shared), [
      { label: WITHOUT, filters: {} },
    ]);
  });

  it('has none for other errors', () => {
    for (const field of ['q', 'filters', 'filters.corespondent', 'filters.toString', undefined])
      assert.deepEqual(listSuggestions({ ...(field !== undefined && { field }) }, filters, en.shared), [], field);
  });
});
