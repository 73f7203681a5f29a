import { toTable } from '../../test/eval/table.ts';
import type { Report } from './report.ts';
import { summarize } from './summarize.ts';
import { HEADING, toCells } from './to-cells.ts';

/** The whole report for a terminal: one table, a part after the other, and what became of the bars. */
export function renderTable({ rows, machine, minutes }: Report): string {
  const { cpu, cores, node, load } = machine;
  const table = toTable(
    ['id', ...HEADING],
    rows.map((row) => [row.id, ...toCells(row)]),
    3,
  );
  return [
    table,
    summarize(rows),
    `${cores} cores of ${cpu}, Node.js ${node}, load before ${load}, ${minutes.toFixed(1)} minutes`,
  ].join('\n\n');
}
