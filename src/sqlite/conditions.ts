import type { Filter, Scope } from '../model.ts';
import type { Value } from './connection.ts';

/** What a search is limited to: the part of `SearchOptions` that can cross to another thread. */
export interface Bounds {
  readonly filter: Filter | undefined;
  readonly scope: Scope;
}

/** SQL with its values in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A condition on `documents AS d`, or undefined when every document meets it. */
export function toDocumentCondition({ filter = {}, scope }: Bounds): Condition | undefined {
  const parts: Condition[] = [];
  const add = (sql: string, ...values: Value[]) => parts.push({ sql, values });
  if (filter.correspondent !== undefined) add('d.correspondent = ?', filter.correspondent);
  if (filter.documentType !== undefined) add('d.document_type = ?', filter.documentType);
  for (const tag of new Set(filter.tags)) add('d.id IN (SELECT document FROM document_tags WHERE tag = ?)', tag);
  // Calendar dates compare as text; a missing one compares as neither.
  if (filter.createdFrom !== undefined) add('d.created >= ?', filter.createdFrom);
  if (filter.createdTo !== undefined) add('d.created <= ?', filter.createdTo);
  if (scope.kind === 'user')
    add(
      `(d.owner IS NULL OR d.owner = ? OR EXISTS (SELECT 1 FROM document_viewers v WHERE v.document = d.id
        AND (v.kind = 'user' AND v.id = ? OR v.kind = 'group' AND v.id IN (SELECT value FROM json_each(?)))))`,
      scope.user,
      scope.user,
      JSON.stringify(scope.groups),
    );
  if (parts.length === 0) return undefined;
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) };
}

/** `<column> IN (the passages within bounds)` after a `WHERE` or `AND`, or nothing to add. */
export function toPassageCondition(bounds: Bounds, keyword: 'WHERE' | 'AND', column: string): Condition {
  const condition = toDocumentCondition(bounds);
  if (!condition) return { sql: '', values: [] };
  const passages = `SELECT p.id FROM documents d JOIN passages p ON p.document = d.id WHERE ${condition.sql}`;
  return { sql: `${keyword} ${column} IN (${passages})`, values: condition.values };
}
