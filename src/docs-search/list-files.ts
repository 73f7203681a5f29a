import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Skipped } from './document.ts';

const EXTENSIONS = /\.(?:md|markdown|txt)$/i;
export const MAX_FILES = 5_000;

export interface Listing {
  /** Ids in the order of their code units, at most `MAX_FILES`. */
  readonly ids: readonly string[];
  readonly skipped: readonly Skipped[];
}

/**
 * The Markdown and text files below `root`, a real path. Hidden entries and `node_modules` are left out silently; links
 * are never followed, since what they lead to inside the folder has a name of its own there. Throws what reading the
 * folder itself throws; a folder below that can't be read is skipped and said.
 */
export async function listFiles(root: string): Promise<Listing> {
  const ids: string[] = [];
  const skipped: Skipped[] = [];
  await walk('');
  ids.sort();
  for (const id of ids.splice(MAX_FILES)) skipped.push({ id, reason: `more than ${MAX_FILES} files` });
  return { ids, skipped };

  async function walk(prefix: string): Promise<void> {
    for (const entry of await readEntries(prefix)) {
      const id = `${prefix}${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) await walk(`${id}/`);
      else if (entry.isSymbolicLink()) await explainLink(id);
      else if (EXTENSIONS.test(entry.name)) ids.push(id);
    }
  }

  async function readEntries(prefix: string) {
    try {
      return await readdir(join(root, prefix), { withFileTypes: true });
    } catch (error) {
      if (prefix === '') throw error;
      skipped.push({ id: prefix, reason: 'the folder cannot be read' });
      return [];
    }
  }

  async function explainLink(id: string): Promise<void> {
    const target = await realpath(join(root, id)).catch(() => undefined);
    if (target === undefined) skipped.push({ id, reason: 'a link that leads nowhere' });
    else if (target !== root && !isInside(root, target))
      skipped.push({ id, reason: 'a link that leads out of the folder' });
    else if (EXTENSIONS.test(id) && (await isUnlisted(target)))
      skipped.push({ id, reason: 'a link to something that is not served itself' });
  }

  async function isUnlisted(target: string): Promise<boolean> {
    if ((await stat(target)).isDirectory()) return false;
    const path = target.slice(root.length + 1);
    return !EXTENSIONS.test(path) || path.split(sep).some((name) => name.startsWith('.') || name === 'node_modules');
  }
}

/** Whether a real path lies below another; `/docs-other` doesn't lie below `/docs`. */
export function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}
