import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** What people read: the README and the pages in docs/. */
export const DOCUMENTS: readonly string[] = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()];

/** A fenced block. */
export interface Block {
  readonly document: string;
  /** The nearest heading above it. */
  readonly heading: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Text outside of fenced blocks. */
export interface Prose {
  readonly document: string;
  readonly line: number;
  readonly text: string;
}

export function readDocument(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

export function readPage(document: string): { readonly blocks: readonly Block[]; readonly prose: readonly Prose[] } {
  const blocks: Block[] = [];
  const prose: Prose[] = [];
  let heading = '';
  let open: { line: number; language: string; lines: string[] } | undefined;
  for (const [index, text] of readDocument(document).split('\n').entries()) {
    const line = index + 1;
    const fence = /^```(\S*)$/.exec(text);
    if (open === undefined && fence !== null) open = { line, language: fence[1] ?? '', lines: [] };
    else if (open !== undefined && fence !== null) {
      const { lines, ...rest } = open;
      blocks.push({ document, heading, ...rest, text: lines.join('\n') });
      open = undefined;
    } else if (open !== undefined) open.lines.push(text);
    else {
      heading = /^#+ (.+)$/.exec(text)?.[1] ?? heading;
      prose.push({ document, line, text });
    }
  }
  if (open !== undefined) throw new Error(`${document}:${open.line}: a block without an end`);
  return { blocks, prose };
}

/** The commands of a block: one a line, continued lines joined, comments left out. */
export function listCommands(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)# .*$/, '').trim())
    .filter((line) => line !== '');
}

/** What stands in backquotes. */
export function listSpans(prose: readonly Prose[]): Prose[] {
  return prose.flatMap(({ text, ...place }) =>
    [...text.matchAll(/`([^`]+)`/g)].map((match) => ({ ...place, text: match[1] ?? '' })),
  );
}
