import { toQuantile } from './quantile.ts';
import type { Figure } from './report/figure.ts';
import type { benchSearch, Sample } from './search-bench.ts';

type Column = 'lexical' | 'plain' | 'all' | 'scan';

/** What a search bench over `passages` passages comes to. Times are the median question's. */
export function toSearchFigures(passages: number, result: Awaited<ReturnType<typeof benchSearch>>): Figure[] {
  const { samples, crowd, blockedMs, fileMb, fillPeakMb } = result;
  const [filtered = [], unfiltered = []] = [true, false].map((wanted) =>
    samples.filter(({ question }) => (question.kind === 'filtered') === wanted),
  );
  const times = (id: string, what: string, rows: readonly Sample[], ours: Column, beside: string, theirs: Column) => ({
    id: `search.${id}`,
    what,
    unit: 'ms' as const,
    ours: median(rows, ours),
    beside: { what: beside, value: median(rows, theirs) },
    passages,
  });
  return [
    times('words', 'question → sources, by words', samples, 'lexical', 'one plain FTS5 query, same words', 'plain'),
    times(
      'scan',
      'question → sources, by words',
      samples,
      'lexical',
      'brute force: all vectors within the filter',
      'scan',
    ),
    times('dense', 'question → sources, with embeddings', unfiltered, 'all', 'all vectors, scanned', 'scan'),
    times(
      'filtered',
      'question → sources, with embeddings, filtered',
      filtered,
      'all',
      'the vectors within the filter, scanned',
      'scan',
    ),
    // What is in proportion to the filter is the scan alone: the words of a question are looked up as well.
    {
      id: 'search.dense-filtered',
      what: 'what embeddings add to a filtered question',
      unit: 'ms',
      ours: Math.max(0, median(filtered, 'all') - median(filtered, 'lexical')),
      beside: { what: 'the vectors within the filter, scanned', value: median(filtered, 'scan') },
      passages,
    },
    {
      id: 'search.crowd',
      what: '4 askers at once, by words, p95',
      unit: 'ms',
      ours: toQuantile(crowd, 0.95),
      beside: { what: 'one asker, p50', value: median(samples, 'lexical') },
      passages,
    },
    { id: 'search.blocked', what: 'event loop blocked meanwhile, at most', unit: 'ms', ours: blockedMs, passages },
    { id: 'search.file', what: "the index's file, embeddings included", unit: 'MB', ours: fileMb, passages },
    { id: 'search.rss', what: 'filling it: memory at most', unit: 'MB', ours: fillPeakMb, passages },
  ];
}

function median(rows: readonly Sample[], column: Column): number {
  return toQuantile(
    rows.map((row) => row[column]),
    0.5,
  );
}
