import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addEntry,
  areSame,
  findEntries,
  MAX_ENTRIES,
  MAX_SPACES,
  toEntries,
  toFilters,
  toSpaces,
} from '../../../src/web/public/kept.js';
import { en } from '../../../src/web/words/en.ts';

describe('what was kept', () => {
  it('is read whatever it has become, and what is well-formed of it is used', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.ok(Array.isArray(toSpaces(value)) && Array.isArray(toEntries(value)));
        assert.deepEqual(toFilters(toFilters(value)), toFilters(value));
      }),
    );
    assert.deepEqual(toFilters({ correspondent: 5, tags: ['a', 7, ' '], created_from: '2024-01-01', evil: 'x' }), {
      created_from: '2024-01-01',
      tags: ['a'],
    });
    assert.deepEqual(toFilters({ tags: 'a' }), {});
    assert.deepEqual(toFilters(null), {});
  });
});

describe('toSpaces', () => {
  it('orders spaces by name, each once, without those that narrow nothing', () => {
    const space = (name: unknown, correspondent?: string) => ({ name, filters: { correspondent } });
    const spaces = toSpaces([space('b', 'x'), space('a', 'y'), space(' b ', 'z'), space('c'), space(5, 'x'), 'd']);
    assert.deepEqual(spaces, [
      { name: 'a', filters: { correspondent: 'y' } },
      { name: 'b', filters: { correspondent: 'z' } },
    ]);
  });

  it('keeps so many and no more', () => {
    const many = Array.from({ length: 80 }, (_, at) => ({ name: `s${at}`, filters: { correspondent: 'a' } }));
    assert.equal(toSpaces(many).length, MAX_SPACES);
  });
});

describe('areSame', () => {
  it('does not mind the order of fields and tags', () => {
    assert.ok(areSame({ tags: ['a', 'b'], correspondent: 'c' }, { correspondent: 'c', tags: ['b', 'a'] }));
    assert.ok(!areSame({ tags: ['a'] }, { tags: ['a', 'b'] }));
  });
});

describe('the history', () => {
  const entry = (q: string, at: number, filters = {}) => ({ q, at, filters });

  it('has the latest in front, and the same question once', () => {
    const entries = addEntry([entry('b', 2), entry('a', 1), entry('a', 1, { tags: ['x'] })], entry('a', 3));
    assert.deepEqual(entries, [entry('a', 3), entry('b', 2), entry('a', 1, { tags: ['x'] })]);
  });

  it('is bounded: the oldest go', () => {
    const many = Array.from({ length: MAX_ENTRIES }, (_, at) => entry(`q${at}`, at + 1));
    const entries = addEntry(many, entry('new', MAX_ENTRIES + 1));
    assert.equal(entries.length, MAX_ENTRIES);
    assert.ok(!entries.some(({ q }) => q === 'q0'));
  });

  it('is searched by every word, in questions and filters, case and accents aside', () => {
    const entries = [entry('Kündigung der Wohnung', 2), entry('How much?', 1, { correspondent: 'Gîte La Chouette' })];
    const found = (text: string) => findEntries(entries, text, en.shared).map(({ at }) => at);
    assert.deepEqual(found(''), [2, 1]);
    assert.deepEqual(found('kundigung wohn'), [2]);
    assert.deepEqual(found('GITE much'), [1]);
    assert.deepEqual(found('wohnung much'), []);
  });
});
