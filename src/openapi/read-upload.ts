import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, extname, isAbsolute, relative, sep } from 'node:path';
import { UsageError } from '../errors.ts';

const FIELD = { field: 'file_path' };

/** How files of an ending begin. What is text must not hold a zero byte. Other endings are left to Paperless. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  '.pdf': ['%PDF-'],
  '.png': ['\x89PNG\r\n\x1a\n'],
  '.jpg': ['\xff\xd8\xff'],
  '.jpeg': ['\xff\xd8\xff'],
  '.gif': ['GIF8'],
  '.tif': ['II*\0', 'MM\0*'],
  '.tiff': ['II*\0', 'MM\0*'],
  '.webp': ['RIFF'],
  '.docx': ['PK'],
  '.xlsx': ['PK'],
  '.pptx': ['PK'],
  '.odt': ['PK'],
  '.ods': ['PK'],
  '.odp': ['PK'],
  '.doc': ['\xd0\xcf\x11\xe0'],
  '.xls': ['\xd0\xcf\x11\xe0'],
  '.ppt': ['\xd0\xcf\x11\xe0'],
};
const TEXTS = ['.txt', '.md', '.csv', '.eml', '.html'];

/**
 * The file at `path`, if it lies below one of `folders` once every link is followed. Throws `UsageError`: the model named it.
 * Messages say nothing of what is outside.
 */
export async function readUpload(path: string, folders: readonly string[], maxBytes: number): Promise<File> {
  if (folders.length === 0)
    throw new UsageError('Uploads are not set up: MCP_UPLOAD_DIRS of this server names no folder.', FIELD);
  if (!isAbsolute(path)) throw new UsageError('The path must be absolute.', FIELD);
  const real = await realpath(path).catch(() => undefined);
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  if (real === undefined || !roots.some((root) => root !== undefined && isInside(root, real)))
    throw new UsageError('There is no such file in the folders of MCP_UPLOAD_DIRS.', FIELD);
  const bytes = await readWhole(real, maxBytes);
  const ending = extname(real).toLowerCase();
  const head = bytes.subarray(0, 16).toString('latin1');
  const isAsNamed = BEGINNINGS[ending]?.some((beginning) => head.startsWith(beginning)) ?? true;
  if (!isAsNamed || (TEXTS.includes(ending) && bytes.includes(0)))
    throw new UsageError(`The file is not what its ending ${ending} says; it may be damaged.`, FIELD);
  return new File([new Uint8Array(bytes)], basename(real));
}

/** Not by prefix: `/docs-evil` begins with `/docs`. */
function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function readWhole(path: string, maxBytes: number): Promise<Buffer> {
  // The name was resolved: a link in its place now was put there meanwhile. Not blocking: it may be a pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => {
    throw new UsageError('The file cannot be read.', FIELD);
  });
  try {
    const { size } = await requireFile(file);
    if (size > maxBytes) throw new UsageError(`The file is larger than ${maxBytes} bytes (MCP_UPLOAD_MAX_MB).`, FIELD);
    if (size === 0) throw new UsageError('The file is empty.', FIELD);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function requireFile(file: Awaited<ReturnType<typeof open>>): Promise<{ readonly size: number }> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new UsageError('This is no file.', FIELD);
  return stats;
}
