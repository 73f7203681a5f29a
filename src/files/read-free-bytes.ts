import { statfs } from 'node:fs/promises';

/** Bytes free for this user on the file system of `folder`; undefined where there is no such folder or that can't be told. */
export async function readFreeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
