import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from './document.ts';
import { findTitle } from './title.ts';

export const MAX_BYTES = 2_000_000;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

export interface ReadFile {
  readonly document: Document;
  /** What `toText` makes of it. */
  readonly text: string;
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
    const decoded = decode(bytes);
    if (typeof decoded === 'string') return decoded;
    const { text } = decoded;
    const document = { id, title: findTitle(id, text), chars: text.length, bytes: decoded.bytes };
    return { document, text, file: `${dev}:${ino}` };
  } catch (error) {
    return toReason(error);
  } finally {
    await handle.close();
  }
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
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function decode(bytes: Buffer): { readonly text: string; readonly bytes: Buffer } | string {
  if (bytes.includes(0)) return 'a binary file, or not UTF-8';
  if (!isUtf8(bytes)) return 'not valid UTF-8';
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const body = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  const text = body.toString('utf8');
  if (!text.includes('\r\n')) return { text, bytes: body };
  const ended = text.replaceAll('\r\n', '\n');
  return { text: ended, bytes: Buffer.from(ended) };
}

function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'it went away';
  if (code === 'ELOOP') return 'it became a link';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (code === 'ENXIO') return 'not a regular file';
  return `it cannot be read (${code || 'unknown reason'})`;
}
