import { join } from 'node:path';
import { IndexMismatchError, StorageError } from '../errors.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { isGenerationId } from '../store/generation-id.ts';
import { REBUILD } from './storage-errors.ts';

/** Which generation is live: the one truth, replaced in one step. */
export interface LivePointer {
  readonly generation: string;
  /** Generations that were live before and whose files may still be there, in use or not. */
  readonly retired: readonly string[];
}

const VERSION = 1;

/**
 * The pointer in `folder`, or undefined when nothing was published yet.
 * Throws `StorageError` (unreadable, with its cause; damaged, without one), `IndexMismatchError` (written by a newer program).
 */
export function readLivePointer(folder: string): LivePointer | undefined {
  const file = toPath(folder);
  const text = readTextFile(file);
  if (text === undefined) return undefined;
  const { version, generation, retired } = parseObject(text);
  if (typeof version === 'number' && version > VERSION)
    throw new IndexMismatchError(
      `${file} was written by a newer paperless-rag. Install that version again, or move ${folder} away and ${REBUILD}.`,
    );
  if (!isId(generation) || !Array.isArray(retired) || !retired.every(isId))
    throw new StorageError(`${file} is damaged: ${REBUILD}.`);
  return { generation, retired };
}

/** Replaces the pointer atomically and durably. Throws `StorageError`; the former pointer is then still there. */
export function writeLivePointer(folder: string, { generation, retired }: LivePointer): void {
  const content = { version: VERSION, generation, retired };
  writeAtomically(toPath(folder), `${JSON.stringify(content, undefined, 2)}\n`);
}

function toPath(folder: string): string {
  return join(folder, 'live.json');
}

/** The members of a JSON object; none when the text isn't one. By hand: loading zod takes longer than all the rest. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

/** Becomes a file name. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && isGenerationId(value);
}
