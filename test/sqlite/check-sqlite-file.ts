import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

/** A generation's file is sound, and every row of it has what belongs to it. `check` looks further. */
export function checkSqliteFile(file: string, check: (database: DatabaseSync) => void = () => {}): void {
  const database = new DatabaseSync(file);
  const count = (sql: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.n);
  try {
    assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), []);
    for (const table of ['stems', 'parts']) {
      database.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
      assert.equal(count(`${table}_docsize`), count('passages'));
    }
    assert.equal(count('documents WHERE id NOT IN (SELECT document FROM passages)'), 0);
    check(database);
  } finally {
    database.close();
  }
}
