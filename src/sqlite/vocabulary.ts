import type { VocabularyQuery } from '../ports.ts';
import type { Connection, Value } from './connection.ts';
import { isTerm } from './match.ts';

// Two views of the same words: `stems_vocabulary` is computed from the full-text index (always exact, quick for a given
// term, slow to walk through), the table `terms` is a copy of it to walk through. Between two `refreshVocabulary`
// the copy gets every new term of a live generation (`addTerms`), but keeps vanished ones and old frequencies.

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
  const condition = toCondition(query);
  if (limit <= 0 || condition.text === '') return [];
  const rows = connection.all<{ term: string }>(
    `SELECT term FROM terms WHERE ${condition.sql} ORDER BY passages DESC, term LIMIT ?`,
    condition.text,
    ...condition.values,
    limit,
  );
  return rows.map(({ term }) => term);
}

/** Puts terms that are new into the copy. */
export function addTerms(connection: Connection, terms: ReadonlySet<string>): void {
  connection.run('INSERT OR IGNORE INTO terms SELECT value, 1 FROM json_each(?)', JSON.stringify([...terms]));
}

/** Makes the copy equal to the index. */
export function refreshVocabulary(connection: Connection): void {
  connection.run('DELETE FROM terms');
  connection.run('INSERT INTO terms SELECT term, doc FROM stems_vocabulary');
}

function toCondition(query: VocabularyQuery): { sql: string; text: string; values: readonly Value[] } {
  // No LIKE: its wildcards and its idea of case are not those of terms.
  const starts = 'term >= ?1 AND term < ?1 || char(0x10ffff)';
  switch (query.kind) {
    case 'starts':
      return { sql: starts, text: query.text, values: [] };
    case 'ends':
      return { sql: 'substr(term, -length(?1)) = ?1', text: query.text, values: [] };
    case 'similar':
      return { sql: `${starts} AND length(term) BETWEEN ? AND ?`, text: query.first, values: [query.min, query.max] };
  }
}
