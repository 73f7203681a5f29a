import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { squeezeScript, squeezeStyle } from './squeeze.ts';

export interface StaticFile {
  readonly body: string;
  readonly type: string;
}

const PARSER = 'marked';
const SCRIPT = 'text/javascript; charset=utf-8';

const OWN_SCRIPTS = [
  'answer-box',
  'answer-tree',
  'app',
  'ask-form',
  'ask-stream',
  'box',
  'copy',
  'dom',
  'history',
  'kept',
  'page-words',
  'panel',
  'passage',
  'peek',
  'problem-box',
  'quotation',
  'read-events',
  'scope',
  'source-card',
  'spaces',
  'status-line',
  'storage',
  'suggestions',
  'thread',
  'turn-view',
  'words',
];

/** Together one stylesheet, in this order. */
const STYLES = ['app', 'ask', 'answer', 'panel', 'print'];

/** Everything the page loads, by the name after `/static/`. A list, so that nothing else of the disk can be asked for. */
const FILES: readonly (readonly [name: string, type: string, ...from: string[]])[] = [
  ['app.css', 'text/css; charset=utf-8', ...STYLES.map((name) => `./public/${name}.css`)],
  ['icon.svg', 'image/svg+xml', './public/icon.svg'],
  ['marked.js', SCRIPT, PARSER],
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
  if (from === PARSER) return toLexer(text);
  return from.endsWith('.js') ? squeezeScript(text) : squeezeStyle(text);
}

/**
 * The parser's bundle up to its lexer: the page makes elements of tokens, and what makes HTML of them stands behind it.
 * Without the rules of two dialects that the page doesn't speak. Throws when a new version is bundled differently; then
 * this has to be looked at again.
 */
function toLexer(bundle: string): string {
  const [lexer, tokenizer, renderer] = ['Lexer', 'Tokenizer', 'Renderer'].map(
    (name) => new RegExp(`[{,]([\\w$]+) as ${name}[,}]`).exec(bundle)?.[1],
  );
  const end = bundle.indexOf(`var ${renderer}=class`);
  const lean = bundle
    .slice(0, end)
    .replace(/\n\/\*\*\n \* DO NOT EDIT[\s\S]*?\*\/\n/, '')
    .replace(/,([\w$]+)=\{\.\.\.[\w$]+,(?:html|emStrongLDelim|br):[^;]*?\.getRegex\(\)\}(?=,)/g, (whole, name) =>
      new RegExp(`(?:pedantic|breaks):${name.replace('$', '\\$')}[,}]`).test(bundle) ? `,${name}={}` : whole,
    );
  const isKnown = [lexer, tokenizer].every((name) => name !== undefined) && lean.match(/=\{\}(?=,)/g)?.length === 3;
  if (end < 0 || !isKnown) throw new Error(`the bundle of ${PARSER} has changed`);
  return `${lean}\nexport { ${lexer} as Lexer, ${tokenizer} as Tokenizer };\n`;
}
