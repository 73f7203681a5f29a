import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CHART_HEIGHT, CHART_WIDTH, drawChart, toTicks } from '../../bench/report/draw-chart.ts';
import { drawGrowth } from '../../bench/report/draw-growth.ts';
import { createReport } from './sample-report.ts';

describe('the picture of growth', () => {
  it('has round numbers on its axes, from zero to beyond the largest value', () => {
    assert.deepEqual(toTicks(150_000), [0, 50_000, 100_000, 150_000]);
    assert.deepEqual(toTicks(7.3), [0, 2, 4, 6, 8]);
    assert.deepEqual(toTicks(0), [0, 1]);
    fc.assert(
      fc.property(fc.double({ min: 1e-2, max: 1e9, noNaN: true }), (max) => {
        const ticks = toTicks(max);
        assert.ok((ticks.at(-1) ?? 0) >= max * 0.999 && ticks.length >= 3 && ticks.length <= 6, `${max}: ${ticks}`);
      }),
    );
  });

  it('stays within its frame for any values', () => {
    const value = fc.integer({ min: 0, max: 1e7 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 5 }), (points) => {
        const svg = drawChart({ title: '', xLabel: '', yLabel: '', series: [{ name: '', look: 0, points }] });
        for (const [, x, y] of svg.matchAll(/cx="([^"]+)" cy="([^"]+)"/g)) {
          assert.ok(Number(x) >= 0 && Number(x) <= CHART_WIDTH, `x ${x}`);
          assert.ok(Number(y) >= 0 && Number(y) <= CHART_HEIGHT, `y ${y}`);
        }
      }),
    );
  });

  it('draws a dot for every size of library and kind of search, and names its axes', () => {
    const svg = drawGrowth(createReport().rows);
    assert.equal(svg.match(/<circle/g)?.length, 3 * 6);
    for (const label of ['passages', 'milliseconds, median', 'MB', 'one plain FTS5 query'])
      assert.ok(svg.includes(`>${label}</text>`), label);
  });

  it('is drawn also when nothing was measured', () => {
    assert.doesNotMatch(drawGrowth([]), /NaN|Infinity|undefined/);
  });

  it('has colours for light and dark pages and takes nothing from elsewhere', () => {
    const svg = drawGrowth(createReport().rows);
    assert.match(svg, /prefers-color-scheme: dark/);
    assert.doesNotMatch(svg.replace('http://www.w3.org/2000/svg', ''), /https?:|url\(|@import|<script/);
  });
});
