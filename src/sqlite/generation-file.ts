import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IndexMismatchError, StorageError, UnavailableError } from '../errors.ts';
import { syncPath } from '../files/sync-path.ts';
import type { Instant, Recipe } from '../model.ts';
import { isGenerationId } from '../store/generation-id.ts';
import { fromStoredRecipe, type StoredRecipe, toStoredRecipe } from '../store/stored-recipe.ts';
import { Connection } from './connection.ts';
import { APPLICATION_ID, SQLITE_SCHEMA, toTables } from './schema.ts';
import { REBUILD, withFolderErrors, withStorageErrors } from './storage-errors.ts';

/** What a generation's file says about itself. */
export interface FileFacts {
  /** The name it was made under: a copy keeps it. */
  readonly id: string;
  readonly recipe: Recipe;
  readonly startedAt: Instant;
  /** `SQLITE_SCHEMA` of the program that wrote it. */
  readonly layout: number;
}

const SUFFIX = '.sqlite';
const UNFINISHED = '.sqlite-new';

export function toGenerationPath(folder: string, id: string): string {
  return join(folder, `${id}${SUFFIX}`);
}

/** Ids of the generations that have a file, oldest first. Nothing when the folder doesn't exist. */
export function listGenerationIds(folder: string): readonly string[] {
  return listNames(folder).filter(isGenerationId);
}

/** Names of files beside the generations that are called like databases, without the ending: backups, somebody else's. */
export function listForeignNames(folder: string): readonly string[] {
  return listNames(folder).filter((name) => !isGenerationId(name));
}

/** Creates the file with its tables under its name in one step: a crash leaves nothing that looks like a generation. */
export function createGenerationFile(folder: string, id: string, facts: Pick<FileFacts, 'recipe' | 'startedAt'>): void {
  const unfinished = join(folder, `${id}${UNFINISHED}`);
  withStorageErrors(unfinished, () => closeSync(openSync(unfinished, 'wx', 0o600)));
  const connection = new Connection(unfinished, { readOnly: false });
  try {
    // Big pages: a 3 KB embedding wastes a quarter of a 4 KB page. Must come before the first table.
    // Written to the disk once, below: until then a crash leaves debris only.
    connection.exec(`PRAGMA page_size = 16384; PRAGMA synchronous = OFF; PRAGMA application_id = ${APPLICATION_ID}`);
    connection.write(() => {
      connection.exec(toTables(facts.recipe.embedding));
      connection.exec(`PRAGMA user_version = ${SQLITE_SCHEMA}`);
      connection.run('INSERT INTO meta VALUES (?, ?)', 'id', id);
      connection.run('INSERT INTO meta VALUES (?, ?)', 'recipe', JSON.stringify(toStoredRecipe(facts.recipe)));
      connection.run('INSERT INTO meta VALUES (?, ?)', 'started_at', facts.startedAt);
    });
    connection.exec('PRAGMA journal_mode = WAL');
  } finally {
    connection.close();
  }
  withStorageErrors(unfinished, () => {
    syncPath(unfinished);
    renameSync(unfinished, toGenerationPath(folder, id));
    syncPath(folder);
  });
}

/** What a generation's file says about itself, also one of an older layout. Throws like `openGenerationFile`. */
export function readGenerationFile(folder: string, id: string): FileFacts {
  const { connection, facts } = openFile(folder, id, { readOnly: true });
  connection.close();
  return facts;
}

/**
 * Opens a generation's file. Throws `StorageError` (missing, damaged, not an index),
 * `IndexMismatchError` (layout of another version of this program).
 */
export function openGenerationFile(
  folder: string,
  id: string,
  options: { readOnly: boolean },
): { connection: Connection; facts: FileFacts } {
  const { connection, facts } = openFile(folder, id, options);
  if (facts.id === id && facts.layout === SQLITE_SCHEMA) return { connection, facts };
  connection.close();
  if (facts.id !== id)
    throw new StorageError(`${connection.file} is a copy of ${facts.id}${SUFFIX}. Move it away, then ${REBUILD}.`);
  throw new IndexMismatchError(`${connection.file} was written by an older paperless-rag: ${REBUILD}.`);
}

/**
 * Deletes a generation's file unless some connection, of whatever process, has it open. False = still in use.
 *
 * A connection in WAL mode keeps a shared lock on its file, and leaving WAL mode needs the exclusive one: getting it
 * says that nobody is there, holding it keeps newcomers out until the name is gone. A reader that opened the file
 * in between reads the nameless file to the end; one that comes later finds no file and looks at the pointer again.
 */
export function removeIfUnused(folder: string, id: string): boolean {
  const file = toGenerationPath(folder, id);
  if (!existsSync(file)) return true;
  let connection: Connection | undefined;
  try {
    connection = new Connection(file, { readOnly: false });
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE');
    const mode = connection.get<{ journal_mode: string }>('PRAGMA journal_mode = DELETE')?.journal_mode;
    if (mode !== 'delete') return false;
    connection.exec('BEGIN EXCLUSIVE');
    removeFile(folder, id);
    return true;
  } catch (error) {
    if (error instanceof UnavailableError) return false;
    if (!isDamage(error)) throw error;
    removeFile(folder, id);
    return true;
  } finally {
    connection?.close();
  }
}

/** Deletes a generation's file when nobody can read it any more. */
export function removeIfDamaged(folder: string, id: string): void {
  try {
    readGenerationFile(folder, id);
  } catch (error) {
    if (isDamage(error)) removeFile(folder, id);
  }
}

/** Deletes a generation's file without asking. */
export function removeFile(folder: string, id: string): void {
  const file = toGenerationPath(folder, id);
  // The file itself first: a log without its file is debris, a file without its log may lack what was committed.
  withStorageErrors(file, () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
  });
}

/** Deletes what a crash left behind: files never finished, logs whose file is gone. */
export function removeDebris(folder: string): void {
  const names = listFolder(folder);
  const debris = names.filter((name) => {
    const owner = name.replace(/-(wal|shm|journal)$/, '');
    return owner.endsWith(UNFINISHED) || (owner !== name && owner.endsWith(SUFFIX) && !names.includes(owner));
  });
  for (const name of debris) withFolderErrors(folder, () => rmSync(join(folder, name), { force: true }));
}

function openFile(folder: string, id: string, options: { readOnly: boolean }) {
  const file = toGenerationPath(folder, id);
  if (!existsSync(file)) throw new StorageError(`${file} is missing. Restore it from a backup, or ${REBUILD}.`);
  const connection = new Connection(file, options);
  try {
    return { connection, facts: readFacts(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function readFacts(connection: Connection): FileFacts {
  const identity = connection.get<{ application_id: number }>('PRAGMA application_id');
  if (identity?.application_id !== APPLICATION_ID)
    throw new StorageError(`${connection.file} is not an index of paperless-rag. Move it away, then ${REBUILD}.`);
  const layout = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (layout > SQLITE_SCHEMA)
    throw new IndexMismatchError(
      `${connection.file} was written by a newer paperless-rag. Install that version again, or move the file away and ${REBUILD}.`,
    );
  const rows = connection.all<{ key: string; value: string }>('SELECT key, value FROM meta');
  return toFacts(connection.file, layout, new Map(rows.map(({ key, value }) => [key, value])));
}

function toFacts(file: string, layout: number, meta: ReadonlyMap<string, string>): FileFacts {
  const id = meta.get('id');
  const startedAt = meta.get('started_at');
  try {
    if (id === undefined || startedAt === undefined) throw new Error('id or started_at is missing');
    // Safe: the file is ours and of this layout, and createGenerationFile wrote it.
    const recipe = fromStoredRecipe(JSON.parse(meta.get('recipe') ?? '') as StoredRecipe);
    return { id, recipe, startedAt, layout };
  } catch (cause) {
    throw new StorageError(`${file} is damaged: ${REBUILD}.`, { cause, isDamage: true });
  }
}

function listNames(folder: string): readonly string[] {
  return listFolder(folder).flatMap((name) => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : []));
}

function listFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return withFolderErrors(folder, () => readdirSync(folder)).sort();
}

function isDamage(error: unknown): boolean {
  return error instanceof StorageError && error.isDamage;
}
