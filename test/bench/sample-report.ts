import { toRow } from '../../bench/report/bars.ts';
import type { Figure } from '../../bench/report/figure.ts';
import type { Report } from '../../bench/report/report.ts';
import { FULL } from '../../bench/sizes.ts';

/** A run that measured a few things, with what `changes` says differently. */
export function createReport(changes: Partial<Report> = {}): Report {
  return {
    date: '2026-12-01',
    minutes: 21.4,
    machine: { cpu: 'Some Processor', cores: 2, memoryGb: 8, node: 'v24.21.0', system: 'linux x64', load: 0.1 },
    sizes: FULL,
    rows: [
      ...[10_000, 50_000, 150_000].flatMap(toFigures),
      { id: 'mcp.list-api', what: 'paperless-mcp: tools/list', unit: 'characters', ours: 36_100 } as const,
    ].map(toRow),
    ...changes,
  };
}

function toFigures(passages: number): Figure[] {
  const ms = passages / 5_000;
  return [
    { id: 'search.words', what: 'by words', unit: 'ms', ours: ms, beside: { what: 'plain', value: ms / 2 }, passages },
    { id: 'search.dense', what: 'dense', unit: 'ms', ours: 2 * ms, beside: { what: 'scan', value: ms }, passages },
    { id: 'search.file', what: 'file', unit: 'MB', ours: passages / 100, passages },
    { id: 'search.rss', what: 'memory', unit: 'MB', ours: 200, passages },
  ];
}
