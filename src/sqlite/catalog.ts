import { existsSync, statSync } from 'node:fs';
import { createNames, type Fingerprint, type Id, type NameKind, type Names } from '../model.ts';
import type { IndexStats } from '../ports.ts';
import { type Bounds, toDocumentCondition } from './conditions.ts';
import type { Connection } from './connection.ts';

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
export function findDocumentsWith(connection: Connection, kind: NameKind, id: Id): Id[] {
  const sources: Record<NameKind, string> = {
    correspondent: 'SELECT id FROM documents WHERE correspondent = ?',
    document_type: 'SELECT id FROM documents WHERE document_type = ?',
    storage_path: 'SELECT id FROM documents WHERE storage_path = ?',
    tag: 'SELECT document AS id FROM document_tags WHERE tag = ?',
    custom_field: 'SELECT document AS id FROM document_fields WHERE field = ?',
  };
  return connection.all<{ id: Id }>(`${sources[kind]} ORDER BY 1`, id).map((row) => row.id);
}

export function readStats(connection: Connection): IndexStats {
  const counts = connection.get<{ documents: number; passages: number }>(
    'SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM passages) AS passages',
  );
  // Looked up by name, never opened: closing a file drops all locks this process holds on it.
  const files = [connection.file, `${connection.file}-wal`].filter((file) => existsSync(file));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { documents: counts?.documents ?? 0, passages: counts?.passages ?? 0, bytes };
}

function toWhere(bounds: Bounds) {
  const condition = toDocumentCondition(bounds);
  return { sql: condition ? `WHERE ${condition.sql}` : '', values: condition?.values ?? [] };
}

function toFingerprint({ id, text, metadata, permissions }: Fingerprint & { id: Id }): FingerprintRow {
  return { id, fingerprint: { text, metadata, permissions } };
}
