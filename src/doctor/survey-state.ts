import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isKnownError, type KnownError } from '../errors.ts';
import { readFreeBytes } from '../files/read-free-bytes.ts';
import { toStorageError } from '../files/storage-error.ts';

export interface StateFacts {
  readonly folder: string;
  /** False when the first run is going to create it. */
  readonly exists: boolean;
  /** Why nothing can be written there. */
  readonly problem: KnownError | undefined;
  readonly freeBytes: number | undefined;
}

/** Looks whether the state folder, or the one it is going to be created in, can be written. Leaves nothing behind. */
export async function surveyState(stateDir: string): Promise<StateFacts> {
  const folder = findExisting(stateDir);
  return {
    folder: stateDir,
    exists: folder === stateDir,
    problem: findProblem(folder, stateDir),
    freeBytes: await readFreeBytes(folder),
  };
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

function findProblem(folder: string, stateDir: string): KnownError | undefined {
  try {
    // Tried, since permissions say nothing about a read-only or full file system.
    rmdirSync(mkdtempSync(join(folder, '.doctor-')));
    return undefined;
  } catch (error) {
    const known = toStorageError(error, stateDir);
    if (isKnownError(known)) return known;
    throw error;
  }
}
