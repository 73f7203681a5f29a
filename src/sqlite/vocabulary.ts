import type { VocabularyQuery } from '../ports.ts';
import type { Connection, Steps } from './connection.ts';
import { isTerm } from './match.ts';

// Two views of the same words: `stems_vocabulary` is computed from the full-text index (always exact, quick for a given
// term, slow to walk through), the table `terms` is a copy of it to walk through. Between two `refreshVocabulary`
// the copy gets every new term of a live generation (`addTerms`), but keeps vanished ones and old frequencies.

const TERMS_PER_STEP = 1_000;

/** How many passages hold each term, exact; terms that don't occur are left out. */
export function countTerms(connection: Connection, terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of new Set(terms.filter(isTerm))) {
    const row = connection.get<{ doc: number }>('SELECT doc FROM stems_vocabulary WHERE term = ?', term);
    if (row) counts.set(term, row.doc);
  }
  return counts;
}

/** Terms that match, the most frequent first, ties in order of the term. An empty text matches nothing. */
export function findTerms(connection: Connection, query: VocabularyQuery, limit: number): string[] {
  const { first, min, max } =
    query.kind === 'similar' ? query : { first: query.text, min: 0, max: Number.MAX_SAFE_INTEGER };
  if (limit <= 0 || first === '') return [];
  // One value: thousands of rows take longer. No LIKE: its idea of case is not that of terms.
  const sql = `SELECT json_group_array(term) AS terms FROM (
    SELECT term FROM terms WHERE term >= ?1 AND term < ?1 || char(0x10ffff) AND length(term) BETWEEN ?2 AND ?3
    ORDER BY passages DESC, term LIMIT ?4)`;
  return JSON.parse(connection.get<{ terms: string }>(sql, first, min, max, limit)?.terms ?? '[]');
}

/** Puts terms that are new into the copy. */
export function* addTerms(connection: Connection, terms: readonly string[]): Steps {
  for (let first = 0; first < terms.length; first += TERMS_PER_STEP) {
    const part = JSON.stringify(terms.slice(first, first + TERMS_PER_STEP));
    connection.run('INSERT OR IGNORE INTO terms SELECT value, 1 FROM json_each(?)', part);
    yield;
  }
}

/** Makes the copy equal to the index. */
export function* refreshVocabulary(connection: Connection): Steps {
  connection.run('DELETE FROM terms');
  for (let last: string | null = ''; last !== null; ) {
    connection.run(
      'INSERT INTO terms SELECT term, doc FROM stems_vocabulary WHERE term > ? ORDER BY term LIMIT ?',
      last,
      TERMS_PER_STEP,
    );
    yield;
    last =
      connection.get<{ term: string | null }>('SELECT max(term) AS term FROM terms WHERE term > ?', last)?.term ?? null;
  }
}
