import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawGrowth } from './draw-growth.ts';
import { renderPerformance } from './render-performance.ts';
import type { Report } from './report.ts';

/** Writes the figures, the page about them and its picture into `folder`. */
export function writePerformance(report: Report, folder: string): void {
  writeFileSync(join(folder, 'performance.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'performance.md'), renderPerformance(report));
  writeFileSync(join(folder, 'performance.svg'), drawGrowth(report.rows));
}
