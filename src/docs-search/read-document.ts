import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../errors.ts';
import type { Document } from './document.ts';
import { findTitle } from './title.ts';

export const MAX_BYTES = 2_000_000;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** A file as it was read. */
export interface ReadFile {
  /** Valid UTF-8. */
  readonly bytes: Buffer;
  /** Device and inode: two names of one file have the same. */
  readonly file: string;
}

/**
 * Reads one listed file. It is opened first, without following a link and without waiting for a pipe, and then the open
 * file is asked where it lies: a name that was exchanged in between leads nowhere. Returns the reason as a text when the
 * file isn't served.
 */
export async function readDocument(root: string, id: string): Promise<ReadFile | string> {
  const path = join(root, ...id.split('/'));
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return toReason(error);
  }
  try {
    const stats = await handle.stat();
    const { dev, ino, size } = stats;
    if (!stats.isFile()) return 'not a regular file';
    if (!(await liesAt(handle, path, { dev, ino }))) return 'it was exchanged for another while it was opened';
    if (size > MAX_BYTES) return `larger than ${MAX_BYTES} bytes`;
    // One byte more than it has: a file that grows meanwhile is read when it has settled.
    const bytes = await readUpTo(handle, size + 1);
    if (bytes.length > size) return 'it is being written';
    if (bytes.includes(0)) return 'a binary file, or not UTF-8';
    if (!isUtf8(bytes)) return 'not valid UTF-8';
    return { bytes, file: `${dev}:${ino}` };
  } catch (error) {
    return toReason(error);
  } finally {
    await handle.close();
  }
}

/** A file's bytes as a document, and its text, which is to be forgotten soon. */
export function toDocument(id: string, bytes: Buffer): { readonly document: Document; readonly text: string } {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const body = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  const decoded = body.toString('utf8');
  const text = decoded.includes('\r\n') ? decoded.replaceAll('\r\n', '\n') : decoded;
  // Copied: a piece of a string keeps the whole string.
  const title = Buffer.from(findTitle(id, text)).toString();
  return { document: { id, title, chars: text.length, bytes: text === decoded ? body : Buffer.from(text) }, text };
}

/** The name must lead to the very file that is open, with no link on the way. */
async function liesAt(handle: FileHandle, path: string, { dev, ino }: { dev: number; ino: number }): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${handle.fd}`)) === path;
  const named = await lstat(path);
  return named.dev === dev && named.ino === ino && (await realpath(path)) === path;
}

async function readUpTo(handle: FileHandle, limit: number): Promise<Buffer> {
  // Kept as long as the document: not a piece of a buffer that others share.
  const buffer = Buffer.allocUnsafeSlow(limit);
  let length = 0;
  while (length < limit) {
    const { bytesRead } = await handle.read(buffer, length, limit - length);
    length += bytesRead;
    // With room for more, that was the end.
    if (bytesRead === 0 || length === limit - 1) break;
  }
  return buffer.subarray(0, length);
}

function toReason(error: unknown): string {
  const code = readErrorCode(error);
  if (code === 'ENOENT') return 'it went away';
  if (code === 'ELOOP') return 'it became a link';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (code === 'ENXIO') return 'not a regular file';
  return `it cannot be read (${code || 'unknown reason'})`;
}
