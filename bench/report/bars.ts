import { MAX_LIST_CHARS } from '../../docs/openapi/max-list-chars.ts';
import type { Figure, Row } from './figure.ts';

/** How far a figure may go. `of`: what is compared with the limit; `added` is ours less what stands beside it. */
export interface Bar {
  readonly of: 'ratio' | 'added' | 'ours';
  readonly most?: number;
  readonly least?: number;
}

/** The bars that this project has set itself, by the figure's id. Each is judged as measured: none was made to fit. */
export const BARS: Readonly<Record<string, Bar | ((passages: number) => Bar)>> = {
  'index.trigram': { of: 'ratio', least: 0.6 },
  'search.words': (passages) => ({ of: 'ratio', most: passages > 10_000 ? 5 : 2.5 }),
  'search.crowd': { of: 'ratio', most: 4 },
  'search.blocked': { of: 'ours', most: 30 },
  'search.dense': { of: 'ratio', most: 1.5 },
  'search.dense-filtered': { of: 'ratio', most: 1.5 },
  'search.rss': { of: 'ours', most: 250 },
  'programs.first-run-rss': { of: 'ours', most: 250 },
  'programs.tick-requests': { of: 'ours', most: 8 },
  'programs.reconcile-requests': { of: 'ratio', most: 1 },
  'programs.page': { of: 'ours', most: 100 },
  'first-token.first': { of: 'added', most: 15 },
  'first-token.passage': { of: 'added', most: 2 },
  'mcp.start-search': { of: 'ratio', most: 1.5 },
  'mcp.start-docs': { of: 'ratio', most: 1.5 },
  'mcp.start-api': { of: 'ratio', most: 1.7 },
  'mcp.start-api-all': { of: 'ratio', most: 1.7 },
  'mcp.search-call': { of: 'added', most: 5 },
  'mcp.api-call': { of: 'added', most: 5 },
  'mcp.rows': { of: 'ours', most: 6_000 },
  'mcp.list-search': { of: 'ours', most: 8_000 },
  'mcp.list-api': { of: 'ours', most: MAX_LIST_CHARS },
  'docs.indexing': { of: 'ratio', most: 4 },
  'docs.query': { of: 'ratio', most: 2 },
  'docs.memory': { of: 'ratio', most: 4 },
};

/** Judges a figure by its bar; one that says nothing comparable (no figure beside it, not a number) has missed it. */
export function toRow(figure: Figure): Row {
  const { id, ours, beside, passages = 0 } = figure;
  const ratio = beside && ours / beside.value;
  const found = Object.hasOwn(BARS, id) ? BARS[id] : undefined;
  const bar = typeof found === 'function' ? found(passages) : found;
  const added = figure.added ?? (beside && ours - beside.value);
  const compared = { ratio, added, ours };
  return {
    ...figure,
    ...(ratio !== undefined && { ratio }),
    ...(bar?.of === 'added' && added !== undefined && { added }),
    ...(bar !== undefined && { bar: toWords(bar, figure), isMet: isMet(bar, compared[bar.of] ?? Number.NaN) }),
  };
}

/** The bars that no row speaks of, by id: a run of some parts only must not look complete. */
export function listUnmeasured(rows: readonly Row[]): string[] {
  const measured = new Set(rows.map(({ id }) => id));
  return Object.keys(BARS).filter((id) => !measured.has(id));
}

function isMet({ most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Bar, value: number): boolean {
  return value <= most && value >= least;
}

function toWords({ of, most, least }: Bar, { unit }: Figure): string {
  const limit = (most ?? least ?? 0).toLocaleString('en');
  const sign = most === undefined ? '≥' : '≤';
  return of === 'ratio' ? `${sign} ${limit}×` : `${sign} ${of === 'added' ? '+' : ''}${limit} ${unit}`;
}
