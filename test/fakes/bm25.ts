/** Something that is ranked: how long it is and how often it holds what is looked for (weights included). */
export interface Counted<T> {
  readonly row: T;
  readonly length: number;
  readonly count: (term: string) => number;
}

const K1 = 1.2;
const B = 0.75;

/** BM25 as FTS5 computes it (https://sqlite.org/fts5.html#the_bm25_function), higher is better; rows without a match are left out. */
export function rankByBm25<T>(rows: readonly Counted<T>[], terms: readonly string[]): { row: T; score: number }[] {
  const average = rows.reduce((sum, { length }) => sum + length, 0) / rows.length;
  const wanted = [...new Set(terms)]
    .filter((term) => term !== '')
    .map((term) => {
      const counts = rows.map(({ count }) => count(term));
      const found = counts.filter((count) => count > 0).length;
      const idf = Math.log((rows.length - found + 0.5) / (found + 0.5));
      // A term that stands in more than half of the rows must not count against them.
      return { counts, idf: idf <= 0 ? 1e-6 : idf };
    });
  return rows.flatMap(({ row, length }, index) => {
    const counts = wanted.map(({ counts: all, idf }) => ({ count: all[index] ?? 0, idf }));
    if (counts.every(({ count }) => count === 0)) return [];
    const norm = K1 * (1 - B + (B * length) / average);
    const score = counts.reduce((sum, { count, idf }) => sum + (idf * count * (K1 + 1)) / (count + norm), 0);
    return [{ row, score }];
  });
}
