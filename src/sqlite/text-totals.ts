import type { Connection } from './connection.ts';

// bm25 divides by what a full-text index says of itself: how many rows it has, and how many terms in each column. FTS5
// raises these totals with every row, but deleting a row of a contentless_delete table does not lower them. So they
// are corrected where FTS5 keeps them: https://sqlite.org/fts5.html#fts5_data_structures

export const TEXT_TABLES = ['stems', 'parts'] as const;

/** The number of rows, then the number of terms per column. */
type Totals = readonly number[];

/** What went from the full-text indexes in a transaction. */
export type DeletedTexts = Map<(typeof TEXT_TABLES)[number], Totals>;

/** What bm25 divides by. Empty when nothing was ever indexed. */
export function readTotals(connection: Connection, table: (typeof TEXT_TABLES)[number]): Totals {
  const block = connection.get<{ block: Uint8Array }>(`SELECT block FROM ${table}_data WHERE id = 1`)?.block;
  return decode(block ?? new Uint8Array());
}

/** How many terms each of `passages` has in all columns, by passage. */
export function readSizes(
  connection: Connection,
  table: (typeof TEXT_TABLES)[number],
  passages: readonly number[],
): Map<number, number> {
  // Two long values: hundreds of rows take four times as long.
  const found = connection.get<{ ids: string; sizes: string | null }>(
    `SELECT json_group_array(s.id) AS ids, group_concat(hex(s.sz), '') AS sizes
    FROM json_each(?) JOIN ${table}_docsize s ON s.id = value`,
    JSON.stringify(passages),
  );
  const ids: number[] = JSON.parse(found?.ids ?? '[]');
  const counts = decode(Buffer.from(found?.sizes ?? '', 'hex'));
  const columns = counts.length / ids.length;
  const sizes = new Map<number, number>();
  for (const [index, count] of counts.entries()) {
    const id = ids[Math.floor(index / columns)] ?? 0;
    sizes.set(id, (sizes.get(id) ?? 0) + count);
  }
  return sizes;
}

/** Deletes the words of a passage. Needs `correctTotals` at the end of the transaction. */
export function deleteTexts(connection: Connection, passage: number, deleted: DeletedTexts): void {
  for (const table of TEXT_TABLES) {
    const row = connection.get<SizeRow>(`SELECT sz FROM ${table}_docsize WHERE id = ?`, passage);
    if (!row) continue;
    deleted.set(table, add(deleted.get(table) ?? [], toTotals(row)));
    connection.run(`DELETE FROM ${table} WHERE rowid = ?`, passage);
  }
}

/** Makes the totals what they would be had the deleted texts never been there. Inside of the transaction. */
export function correctTotals(connection: Connection, deleted: DeletedTexts): void {
  if (deleted.size === 0) return;
  // FTS5 writes its totals down with every savepoint, and reads them again for what comes after.
  connection.exec('SAVEPOINT totals; RELEASE totals');
  for (const [table, surplus] of deleted) {
    const counted = readTotals(connection, table);
    const rows = connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}_docsize`)?.n;
    // A later FTS5 may do it by itself.
    if (counted[0] === rows) continue;
    const corrected = counted.map((total, index) => total - (surplus[index] ?? 0));
    // In a file from before this correction more than that is missing.
    writeTotals(connection, table, corrected[0] === rows ? corrected : countTotals(connection, table));
  }
}

interface SizeRow {
  readonly sz: Uint8Array;
}

function countTotals(connection: Connection, table: string): Totals {
  return connection.all<SizeRow>(`SELECT sz FROM ${table}_docsize`).map(toTotals).reduce(add, []);
}

function writeTotals(connection: Connection, table: string, totals: Totals): void {
  // SQLite guards what belongs to a virtual table.
  connection.database.enableDefensive(false);
  try {
    connection.run(`UPDATE ${table}_data SET block = ? WHERE id = 1`, encode(totals));
  } finally {
    connection.database.enableDefensive(true);
  }
}

/** `sz`: the number of terms per column. */
function toTotals({ sz }: SizeRow): Totals {
  return [1, ...decode(sz)];
}

function add(a: Totals, b: Totals): Totals {
  return b.map((value, index) => value + (a[index] ?? 0));
}

// SQLite's variable-length integers: seven bits a byte, the highest ones first, the eighth bit set in all but the last.
// (One above 2^56 would be written otherwise.)

function decode(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    values.push(value);
    value = 0;
  }
  return values;
}

function encode(values: readonly number[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) => {
      const bytes = [value % 128];
      for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
        bytes.unshift(128 + (rest % 128));
      return bytes;
    }),
  );
}
