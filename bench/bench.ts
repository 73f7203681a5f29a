// npm run bench [-- PART…] [--quick] [--json FILE] [--write] [--documents N] [--passages N,N,…] [--rounds N] [--files N]:
// what the product costs above the bare work underneath, measured side by side. --write renews docs/performance.*.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePart } from './measure-part.ts';
import { PARTS } from './parts.ts';
import type { Figure } from './report/figure.ts';
import { readMachine } from './report/machine.ts';
import { renderTable } from './report/render-table.ts';
import type { Report } from './report/report.ts';
import { toRows } from './report/to-rows.ts';
import { writePerformance } from './report/write-performance.ts';
import { FULL, QUICK, type Sizes } from './sizes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    documents: { type: 'string' },
    passages: { type: 'string' },
    rounds: { type: 'string' },
    files: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);
if (values.write && positionals.length > 0) throw new Error('--write is about all parts: name none');

const sizes = readSizes();
const machine = readMachine();
const started = performance.now();
const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  console.log(`${name} …`);
  const measured = await measurePart(name, sizes);
  if (measured === undefined) {
    console.error(`${name} could not be measured, see above; the others go on`);
    process.exitCode = 1;
  } else figures.push(...measured);
}
const report: Report = {
  date: new Date().toISOString().slice(0, 10),
  minutes: (performance.now() - started) / 60_000,
  machine,
  sizes,
  rows: toRows(figures, sizes),
};
console.log(`\n${renderTable(report)}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.write) writePerformance(report, join(import.meta.dirname, '..', 'docs'));

function readSizes(): Sizes {
  const sizes = values.quick ? QUICK : FULL;
  const { documents, passages, rounds, files } = values;
  return {
    ...sizes,
    ...(documents !== undefined && { documents: toCount(documents) }),
    ...(passages !== undefined && { passages: passages.split(',').map(toCount) }),
    ...(rounds !== undefined && { rounds: toCount(rounds) }),
    ...(files !== undefined && { files: toCount(files) }),
  };
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${text} is no whole number above 0`);
  return count;
}
