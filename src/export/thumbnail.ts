import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { findImageType } from '../files/image-type.ts';
import { resolveInside } from './inside.ts';

/** Paperless' own are about 20 KB. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Undefined when the file isn't there, leads out of the folder, is larger than 2 MiB, or is no picture. */
export async function readThumbnail(
  folder: string,
  name: string,
): Promise<{ bytes: Uint8Array; type: string } | undefined> {
  const path = await resolveInside(folder, name);
  if (path === undefined) return undefined;
  // Resolved already: a link now was put there in between. NONBLOCK: a pipe must not keep us waiting.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    const bytes = await handle.readFile();
    const type = findImageType(bytes);
    return type === undefined || bytes.length > MAX_BYTES ? undefined : { bytes, type };
  } finally {
    await handle.close();
  }
}
