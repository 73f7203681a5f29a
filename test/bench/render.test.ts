import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toRow } from '../../bench/report/bars.ts';
import { renderPerformance } from '../../bench/report/render-performance.ts';
import { renderTable } from '../../bench/report/render-table.ts';
import { toCells } from '../../bench/report/to-cells.ts';
import { toRows } from '../../bench/report/to-rows.ts';
import { FULL, QUICK } from '../../bench/sizes.ts';
import { createReport } from './sample-report.ts';

describe('the report of a bench', () => {
  it('says of each row what, beside what, how large, ours, theirs, the ratio, the bar and whether it is met', () => {
    const [words] = createReport().rows;
    assert.deepEqual(words && toCells(words), [
      'by words',
      'plain',
      '10,000',
      '2.0 ms',
      '1.0 ms',
      '2.00×',
      '≤ 2.5×',
      'met',
    ]);
  });

  it('says what is added where the bar is about that', () => {
    const call = {
      id: 'mcp.api-call',
      what: 'a call',
      unit: 'ms',
      ours: 4.2,
      beside: { what: 'alone', value: 2.5 },
    } as const;
    assert.equal(toCells(toRow(call))[5], '+1.7 ms');
    assert.equal(toCells(toRow({ ...call, added: 1.4 }))[5], '+1.4 ms');
    assert.equal(toCells(toRow({ ...call, ours: 2 }))[5], '-0.5 ms');
  });

  it('prints a missed bar as missed, in its row and in the summary', () => {
    const text = renderTable(createReport());
    assert.match(text, /^mcp\.list-api .*36,100 characters.*≤ 36,000 characters +missed$/m);
    assert.match(
      text,
      /^6 of 10 bars were met\. Missed: dense \(with 10,000 and 50,000 and 150,000 passages\); paperless-mcp: tools\/list\./m,
    );
  });

  it('gives no verdict on searching and on docs-search-mcp in a trial with small sizes', () => {
    const figures = createReport().rows.map(({ isMet: _, bar: __, ...figure }) => figure);
    const text = renderTable(createReport({ sizes: QUICK, rows: toRows(figures, QUICK) }));
    assert.match(text, /^search\.words .*≤ 2\.5× +not judged$/m);
    assert.match(text, /^search\.file .* MB *$/m);
    assert.match(text, /^mcp\.list-api .*missed$/m);
    assert.match(text, /^0 of 1 bars were met\. Missed: .*list\. 9 are about larger sizes and were not judged\./m);
    assert.deepEqual(toRows(figures, FULL), createReport().rows);
  });

  it('names bars that nothing was measured for', () => {
    assert.match(renderTable(createReport()), /Not measured: index\.trigram, .*docs\.memory\.$/m);
  });

  it('makes a page whose tables have as many cells in each row as in their heading', () => {
    const tables = renderPerformance(createReport())
      .split('\n\n')
      .filter((block) => block.startsWith('|'));
    assert.equal(tables.length, 3);
    for (const table of tables) {
      const widths = table
        .trim()
        .split('\n')
        .map((line) => line.split('|').length);
      assert.equal(new Set(widths).size, 1, table);
    }
  });

  it('warns on the page of sizes that the bars are not about, and of a machine that had other work', () => {
    const machine = { ...createReport().machine, load: 3.2 };
    assert.doesNotMatch(renderPerformance(createReport()), /\*\*/);
    assert.match(renderPerformance(createReport({ sizes: QUICK })), /\*\*These sizes are not the full ones\*\*/);
    assert.match(renderPerformance(createReport({ machine })), /\*\*The machine was busy\*\*/);
  });
});
