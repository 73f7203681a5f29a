import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BARS, listUnmeasured, toRow } from '../../bench/report/bars.ts';
import type { Figure } from '../../bench/report/figure.ts';

const figure = (id: string, ours: number, besideValue?: number, passages?: number): Figure => ({
  id,
  what: 'something',
  unit: 'ms',
  ours,
  ...(besideValue !== undefined && { beside: { what: 'bare work', value: besideValue } }),
  ...(passages !== undefined && { passages }),
});

describe('bars', () => {
  it('judges a ratio, met at the limit itself', () => {
    assert.deepEqual(toRow(figure('docs.query', 20, 10)), {
      ...figure('docs.query', 20, 10),
      ratio: 2,
      bar: '≤ 2×',
      isMet: true,
    });
    assert.equal(toRow(figure('docs.query', 20.1, 10)).isMet, false);
  });

  it('judges a ratio that must not be too small', () => {
    assert.deepEqual(
      [59, 60].map((ours) => toRow(figure('index.trigram', ours, 100)).isMet),
      [false, true],
    );
  });

  it('judges what is added to the bare work, not the whole', () => {
    const row = toRow(figure('first-token.first', 114, 100));
    assert.equal(row.bar, '≤ +15 ms');
    assert.equal(row.isMet, true);
    assert.equal(toRow(figure('first-token.first', 116, 100)).isMet, false);
  });

  it('asks for more with a small library than with a large one', () => {
    const bars = [1_000, 10_000, 50_000, 150_000].map((size) => toRow(figure('search.words', 3, 1, size)));
    assert.deepEqual(
      bars.map(({ bar, isMet }) => [bar, isMet]),
      [
        ['≤ 2.5×', false],
        ['≤ 2.5×', false],
        ['≤ 5×', true],
        ['≤ 5×', true],
      ],
    );
  });

  it('counts what cannot be compared as missed', () => {
    assert.equal(toRow(figure('docs.query', 1)).isMet, false);
    assert.equal(toRow(figure('docs.query', Number.NaN, 1)).isMet, false);
  });

  it('leaves a figure without a bar unjudged, whatever its name', () => {
    for (const id of ['programs.tick-rss', 'toString'])
      assert.deepEqual(toRow(figure(id, 1, 2)), { ...figure(id, 1, 2), ratio: 0.5 });
  });

  it('names the bars that nothing was measured for', () => {
    const all = Object.keys(BARS).map((id) => toRow(figure(id, 1, 1)));
    assert.deepEqual(listUnmeasured(all), []);
    assert.deepEqual(listUnmeasured(all.filter(({ id }) => id !== 'docs.query')), ['docs.query']);
  });
});
