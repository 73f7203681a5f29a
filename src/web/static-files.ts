import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface StaticFile {
  readonly body: string;
  readonly type: string;
}

const SCRIPT = 'text/javascript; charset=utf-8';

const OWN_SCRIPTS = [
  'answer-tree',
  'app',
  'ask-form',
  'ask-stream',
  'copy',
  'dom',
  'panel',
  'passage',
  'peek',
  'quotation',
  'result-view',
  'scope',
  'words',
];

/** Together one stylesheet, in this order. */
const STYLES = ['app', 'ask', 'answer', 'panel'];

/** Everything the page loads, by the name after `/static/`. A list, so that nothing else of the disk can be asked for. */
const FILES: readonly (readonly [name: string, type: string, ...from: string[]])[] = [
  ['app.css', 'text/css; charset=utf-8', ...STYLES.map((name) => `./public/${name}.css`)],
  ['icon.svg', 'image/svg+xml', './public/icon.svg'],
  ['marked.js', SCRIPT, 'marked'],
  ...OWN_SCRIPTS.map((name) => [`${name}.js`, SCRIPT, `./public/${name}.js`] as const),
];

/** Reads the page's files once; the program keeps them in memory, together below 100 kB. */
export async function loadStaticFiles(): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = FILES.map(async ([name, type, ...from]) => {
    const parts = await Promise.all(from.map(readSource));
    return [name, { body: parts.join('\n'), type }] as const;
  });
  return new Map(await Promise.all(entries));
}

async function readSource(from: string): Promise<string> {
  const text = await readFile(fileURLToPath(import.meta.resolve(from)), 'utf8');
  return from.startsWith('.') ? toLean(text) : text;
}

/** Comments and indentation are for the readers of the source. Lines stay lines, so that nothing changes its meaning. */
function toLean(source: string): string {
  return source
    .replace(/^\s*\/\*.*?\*\/$/gms, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\n\s+/g, '\n');
}
