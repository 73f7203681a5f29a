import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';

const SRC = join(import.meta.dirname, '..', 'src');

const ADAPTERS = ['sqlite', 'qdrant', 'ollama', 'export', 'paperless'];

/** What each part may import of the others. A part is a folder of src/ or a file directly in it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  errors: [],
  ports: ['model'],
  log: [],
  config: ['errors', 'text'],
  text: ['model'],
  'race-abort': [],
  http: [],
  files: ['errors'],
  store: ['model', 'ports', 'errors'],
  paperless: ['model', 'ports', 'errors', 'text', 'http', 'files', 'race-abort'],
  export: ['model', 'ports', 'errors', 'text', 'files', 'race-abort'],
  sqlite: ['model', 'ports', 'errors', 'text', 'store', 'files'],
  qdrant: ['model', 'ports', 'errors', 'text', 'store', 'race-abort'],
  ollama: ['model', 'ports', 'errors', 'text', 'http'],
  sync: ['model', 'ports', 'errors', 'text', 'log', 'files'],
  ask: ['model', 'ports', 'errors', 'text', 'log'],
  // What these systems say of themselves is what it is about.
  doctor: ['model', 'ports', 'errors', 'text', 'files', 'sync', 'paperless', 'ollama', 'qdrant'],
  cli: ['model', 'ports', 'errors', 'log', 'config', 'text', 'ask', 'sync', 'doctor'],
  web: ['model', 'ports', 'errors', 'log', 'text', 'ask', 'sync', 'race-abort'],
  mcp: ['model', 'errors', 'log', 'text'],
  'search-mcp': ['model', 'ports', 'errors', 'log', 'text', 'http', 'race-abort', 'ask', 'paperless', 'mcp'],
  openapi: ['model', 'errors', 'log', 'http', 'files', 'paperless', 'mcp'],
  'docs-search': ['model', 'ports', 'errors', 'log', 'text', 'files', 'mcp', 'race-abort'],
  wiring: [
    ...ADAPTERS,
    'model',
    'ports',
    'errors',
    'log',
    'config',
    'text',
    'http',
    'files',
    'sync',
    'ask',
    'doctor',
    'web',
    'search-mcp',
    'openapi',
  ],
};

const PROGRAMS = ['paperless-index', 'paperless-ask', 'paperless-search-mcp', 'paperless-mcp', 'docs-search-mcp'];

/** The one home of each npm package; every other part goes through it. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  '@qdrant/js-client-rest': ['qdrant'],
  marked: ['web'],
  ollama: ['ollama'],
  undici: ['ollama', 'paperless'],
  hono: ['web'],
  '@hono/node-server': ['web', 'paperless-ask'],
  '@modelcontextprotocol/sdk': ['mcp', 'search-mcp', 'openapi', 'docs-search'],
  pino: ['log'],
  'sqlite-vec': ['sqlite'],
  stemmer: ['text'],
  zod: [
    'config',
    'paperless',
    'export',
    'qdrant',
    'ollama',
    'sync',
    'ask',
    'web',
    'mcp',
    'search-mcp',
    'openapi',
    'docs-search',
  ],
};

interface Import {
  readonly file: string;
  readonly part: string;
  readonly target: string;
}

const files = globSync('**/*.{ts,js}', { cwd: SRC }).filter((file) => !file.startsWith('web/public/'));
const imports = files.flatMap(readImports);

describe('boundaries', () => {
  it('finds the source files it is about', () => {
    assert.ok(files.length > 5 && imports.length > 5);
  });

  it('lets a part import only what the table allows', () => {
    assert.deepEqual(imports.filter(isForeignPart).map(toLine), []);
  });

  it('gives every npm package one home', () => {
    assert.deepEqual(imports.filter(isForeignPackage).map(toLine), []);
  });

  it('reads the environment only in the programs', () => {
    const readers = files.filter((file) => /process\s*\.\s*env\b/.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(
      readers.filter((file) => !isProgram(partOf(file)) && file !== 'config/config.ts'),
      [],
    );
  });
});

function readImports(file: string): Import[] {
  const source = readFileSync(join(SRC, file), 'utf8');
  const specifiers = source.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g);
  return [...specifiers].map((match) => ({ file, part: partOf(file), target: match[1] ?? '' }));
}

function partOf(file: string): string {
  const [head = ''] = normalize(file).split('/');
  return head.replace(/\.(ts|js)$/, '');
}

function isProgram(part: string): boolean {
  return PROGRAMS.includes(part);
}

function isForeignPart({ file, part, target }: Import): boolean {
  if (!target.startsWith('.')) return false;
  const goal = partOf(join(dirname(file), target));
  if (goal === part || isProgram(part)) return false;
  if (part === 'bin') return !isProgram(goal);
  return !(MAY_IMPORT[part] ?? []).includes(goal);
}

function isForeignPackage({ part, target }: Import): boolean {
  if (target.startsWith('.') || target.startsWith('node:')) return false;
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
  return !(HOMES[name] ?? []).includes(part);
}

function toLine({ file, target }: Import): string {
  return `${file} imports ${target}`;
}
