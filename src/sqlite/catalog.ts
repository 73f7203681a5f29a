import { existsSync, statSync } from 'node:fs';
import {
  createNames,
  type FilterKind,
  type Fingerprint,
  type Id,
  type NameKind,
  type Names,
  type Scope,
} from '../model.ts';
import type { IndexStats } from '../ports.ts';
import { type Bounds, toDocumentCondition } from './conditions.ts';
import type { Connection } from './connection.ts';
import { readTotals } from './text-totals.ts';

export interface FingerprintRow {
  readonly id: Id;
  readonly fingerprint: Fingerprint;
}

const FINGERPRINTS =
  'SELECT id, text_hash AS text, metadata_hash AS metadata, permissions_hash AS permissions FROM documents';

export function countDocuments(connection: Connection, bounds: Bounds): number {
  const within = toWhere(bounds);
  const row = connection.get<{ n: number }>(`SELECT count(*) AS n FROM documents d ${within.sql}`, ...within.values);
  return row?.n ?? 0;
}

export function readNames(connection: Connection): Names {
  const names = createNames();
  const rows = connection.all<{ kind: NameKind; id: Id; name: string }>('SELECT kind, id, name FROM names ORDER BY id');
  for (const { kind, id, name } of rows) names[kind].set(id, name);
  return names;
}

/** The next `limit` documents after `after`, ascending by id. */
export function readFingerprints(connection: Connection, after: Id, limit: number): FingerprintRow[] {
  const rows = connection.all<Fingerprint & { id: Id }>(
    `${FINGERPRINTS} WHERE id > ? ORDER BY id LIMIT ?`,
    after,
    limit,
  );
  return rows.map(toFingerprint);
}

export function findFingerprints(connection: Connection, ids: readonly Id[]): Map<Id, Fingerprint> {
  const rows = connection.all<Fingerprint & { id: Id }>(
    `${FINGERPRINTS} WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, toFingerprint(row).fingerprint]));
}

/** Ascending. */
export function findDocumentsWith(connection: Connection, kind: NameKind, id: Id, scope: Scope): Id[] {
  const conditions: Record<NameKind, string> = {
    correspondent: 'd.correspondent = ?',
    document_type: 'd.document_type = ?',
    storage_path: 'd.storage_path = ?',
    tag: 'd.id IN (SELECT document FROM document_tags WHERE tag = ?)',
    custom_field: 'd.id IN (SELECT document FROM document_fields WHERE field = ?)',
  };
  const within = toDocumentCondition({ filter: undefined, scope });
  const sql = `SELECT d.id FROM documents d WHERE ${conditions[kind]} ${within ? `AND ${within.sql}` : ''} ORDER BY d.id`;
  return connection.all<{ id: Id }>(sql, id, ...(within?.values ?? [])).map((row) => row.id);
}

export function countNames(connection: Connection, kind: FilterKind, bounds: Bounds): Map<Id, number> {
  const [column, tables] =
    kind === 'tag' ? ['t.tag', 'documents d JOIN document_tags t ON t.document = d.id'] : [`d.${kind}`, 'documents d'];
  const within = toWhere(bounds);
  const rows = connection.all<{ id: Id | null; n: number }>(
    `SELECT ${column} AS id, count(*) AS n FROM ${tables} ${within.sql} GROUP BY 1`,
    ...within.values,
  );
  return new Map(rows.flatMap(({ id, n }) => (id === null ? [] : [[id, n]])));
}

export function readStats(connection: Connection): IndexStats {
  const documents = connection.get<{ n: number }>('SELECT count(*) AS n FROM documents')?.n ?? 0;
  // Each question asks for it, and counting the rows of `passages` takes milliseconds.
  const [passages = 0] = readTotals(connection, 'stems');
  // Looked up by name, never opened: closing a file drops all locks this process holds on it.
  const files = [connection.file, `${connection.file}-wal`].filter((file) => existsSync(file));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { documents, passages, bytes };
}

function toWhere(bounds: Bounds) {
  const condition = toDocumentCondition(bounds);
  return { sql: condition ? `WHERE ${condition.sql}` : '', values: condition?.values ?? [] };
}

function toFingerprint({ id, text, metadata, permissions }: Fingerprint & { id: Id }): FingerprintRow {
  return { id, fingerprint: { text, metadata, permissions } };
}
