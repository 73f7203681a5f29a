import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';

/**
 * The real path of `name` in `folder`, or undefined when there is nothing, or it leads out of the folder: by `..`,
 * as an absolute path, or through a link. `name` may come from a file that others wrote.
 */
export async function resolveInside(folder: string, name: string): Promise<string | undefined> {
  if (isAbsolute(name)) return undefined;
  try {
    const root = await realpath(folder);
    const path = await realpath(resolve(root, name));
    return path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined;
  } catch {
    return undefined; // Not there, a dead link, not ours to look at, or no file name at all (a NUL in it).
  }
}
