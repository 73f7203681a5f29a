import type { FileHandle } from 'node:fs/promises';
import { ConfigError } from '../errors.ts';
import { findSyntaxError } from './json-syntax.ts';

/** One element of a manifest's list: its number from 1, and where it stands in the file (bytes, end exclusive). */
export interface RawEntry {
  readonly value: unknown;
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** An open manifest and the name it has in messages. */
export interface ManifestFile {
  readonly handle: FileHandle;
  readonly name: string;
}

export interface EntryLimits {
  readonly chunkBytes: number;
  readonly maxEntryBytes: number;
}

/** The largest entry is a document's text, a few MB at most; a "manifest" with more in one entry is something else. */
const LIMITS: EntryLimits = { chunkBytes: 64 * 1024, maxEntryBytes: 64 * 1024 * 1024 };

type Expected = 'list' | 'first entry' | 'entry' | 'comma' | 'nothing';

/** How deep a scan is inside an entry; carried from chunk to chunk. */
interface Nesting {
  depth: number;
  inString: boolean;
  isEscaped: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const NEWLINE = 0x0a;
const NEXT: Readonly<Record<Expected, Readonly<Record<string, Expected>>>> = {
  list: { '[': 'first entry' },
  'first entry': { ']': 'nothing' },
  entry: {},
  comma: { ',': 'entry', ']': 'nothing' },
  nothing: {},
};

/**
 * The entries of a manifest, one after the other: with the texts of all documents in it, it may be larger than the
 * memory it should take. Throws a `ConfigError` with file, line and column where the file is no JSON list of
 * objects, or ends early.
 */
export async function* readEntries(file: ManifestFile, limits = LIMITS): AsyncGenerator<RawEntry> {
  let expected: Expected = 'list';
  let inside: Nesting | undefined;
  let pieces: Buffer[] = [];
  let number = 0;
  let start = 0;
  let offset = 0;
  for await (const chunk of readChunks(file, limits.chunkBytes)) {
    let at = 0;
    while (at < chunk.length) {
      if (inside !== undefined) {
        const end = skipEntry(chunk, at, inside);
        pieces.push(chunk.subarray(at, end));
        if (inside.depth > 0) break;
        yield { value: await parseEntry(file, pieces, number, start), number, start, end: offset + end };
        inside = undefined;
        pieces = [];
        expected = 'comma';
        at = end;
      } else if (chunk[at] === OPEN && expected.endsWith('entry')) {
        inside = { depth: 0, inString: false, isEscaped: false };
        number += 1;
        start = offset + at;
      } else {
        const char = String.fromCharCode(chunk[at] ?? 0);
        const next: Expected | undefined = ' \t\n\r'.includes(char) ? expected : NEXT[expected][char];
        if (next === undefined) throw await toPlaceError(file, offset + at, toForeignReason(expected, number));
        expected = next;
        at += 1;
      }
    }
    offset += chunk.length;
    if (inside !== undefined && offset - start > limits.maxEntryBytes) {
      const bound = `entry ${number} is larger than ${limits.maxEntryBytes} bytes`;
      throw await toEntryError(file, pieces, start, bound);
    }
  }
  const cutOff = `the file ends too early, after ${number} entries`;
  if (inside !== undefined) throw await toEntryError(file, pieces, start, cutOff);
  if (expected !== 'nothing') throw await toPlaceError(file, offset, cutOff);
}

/** The file from its beginning; each chunk is a new buffer, so that parts of it may be kept. */
async function* readChunks({ handle }: ManifestFile, chunkBytes: number): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  let offset = 0;
  for (;;) {
    // No more than the file has: a split export has thousands of small ones. One byte more tells that it has grown.
    const bytes = Math.min(chunkBytes, Math.max(0, size - offset) + 1);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, offset);
    if (bytesRead === 0) return;
    offset += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Walks through an entry from `at` on; returns where the entry (`depth` 0 then) or the chunk ends. */
function skipEntry(chunk: Buffer, from: number, nesting: Nesting): number {
  let { depth, inString, isEscaped } = nesting;
  let at = from;
  while (at < chunk.length) {
    const byte = chunk[at];
    at += 1;
    if (isEscaped) isEscaped = false;
    else if (inString) {
      if (byte === QUOTE) inString = false;
      else if (byte === BACKSLASH) isEscaped = true;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  Object.assign(nesting, { depth, inString, isEscaped });
  return at;
}

async function parseEntry(file: ManifestFile, pieces: readonly Buffer[], number: number, start: number) {
  try {
    return JSON.parse(decode(pieces)) as unknown; // Safe: nothing is assumed, the schemas come next.
  } catch {
    throw await toEntryError(file, pieces, start, `entry ${number} is not valid JSON`);
  }
}

/** Strict: a wrong byte must not become a replacement character in somebody's index. */
function decode(pieces: readonly Buffer[]): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
}

async function toEntryError(file: ManifestFile, pieces: readonly Buffer[], start: number, reason: string) {
  let text: string;
  try {
    text = decode(pieces);
  } catch {
    return toPlaceError(file, start, 'the entry that begins here is not UTF-8 text');
  }
  const place = findSyntaxError(text) ?? text.length;
  const offset = start + Buffer.byteLength(text.slice(0, place));
  return toPlaceError(file, offset, place < text.length ? 'this is not valid JSON' : reason);
}

function toForeignReason(expected: Expected, entries: number): string {
  if (expected === 'list') return 'this is not the list that document_exporter writes';
  if (expected === 'nothing') return 'there is something after the end of the list';
  return entries === 0 || expected === 'entry' ? 'an entry {…} was expected here' : 'a comma was expected here';
}

async function toPlaceError(file: ManifestFile, offset: number, reason: string): Promise<ConfigError> {
  const { line, column } = await toLineAndColumn(file, offset);
  return new ConfigError(
    `The Paperless export can't be read: ${file.name}:${line}:${column}: ${reason}. ` +
      'If document_exporter is running, wait until it has finished; if not, run it again.',
  );
}

/** Counts characters, not bytes, as editors do. */
async function toLineAndColumn(file: ManifestFile, offset: number): Promise<{ line: number; column: number }> {
  let [line, column, at] = [1, 1, 0];
  for await (const chunk of readChunks(file, LIMITS.chunkBytes)) {
    for (const byte of chunk) {
      if (at === offset) return { line, column };
      at += 1;
      if (byte === NEWLINE) [line, column] = [line + 1, 1];
      else if ((byte & 0xc0) !== 0x80) column += 1;
    }
  }
  return { line, column };
}
