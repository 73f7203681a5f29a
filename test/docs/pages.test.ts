import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { listVariables } from '../../src/config/config.ts';
import * as errors from '../../src/errors.ts';
import { SECRET_HEADER } from '../../src/web/read-asker.ts';
import { DOCUMENTS, listSpans, ROOT, readDocument, readPage } from './read-blocks.ts';

const skipNix = spawnSync('nix-instantiate', ['--version']).status !== 0 && 'nix-instantiate is not installed';

/** Of systemd, Node, Nix, other programs and the tests themselves. */
const FOREIGN = ['STATE_DIRECTORY', 'XDG_STATE_HOME', 'NIXPKGS_LIB', 'ERR_', 'EBADENGINE', 'CHANGELOG', 'README'];

const blocks = DOCUMENTS.flatMap((document) => readPage(document).blocks);

describe('the pages', () => {
  it('link to files and headings that there are', () => {
    const broken = DOCUMENTS.flatMap((document) =>
      [
        ...readDocument(document)
          .replaceAll(/`[^`\n]*`/g, '')
          .matchAll(/\]\((?!https?:)([\w./#-]+)\)/g),
      ].flatMap(([, target = '']) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? document : join(dirname(document), path);
        const isThere = existsSync(join(ROOT, file)) && (anchor === undefined || listAnchors(file).includes(anchor));
        return isThere ? [] : [`${document}: ${target}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  it('name tests that there are, and security.md one for every guarantee', () => {
    const named = listSpans(DOCUMENTS.flatMap((document) => readPage(document).prose)).filter(({ text }) =>
      /^test\/\S+$/.test(text),
    );
    assert.deepEqual(
      named.filter(({ text }) => !existsSync(join(ROOT, text))).map(({ document, line }) => `${document}:${line}`),
      [],
    );
    const rows = readDocument('docs/security.md')
      .split('## What is guaranteed')[1]
      ?.split('## What is not')[0]
      ?.split('\n')
      .filter((line) => /^\| (?!Guarantee)/.test(line));
    assert.ok(rows !== undefined && rows.length > 20);
    assert.deepEqual(
      rows.filter((row) => !row.includes('`test/')),
      [],
    );
  });

  it('name variables that there are', () => {
    const known = listVariables().flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
    const prefixes = [...new Set(known.map((name) => `${name.split('_')[0]}_`))];
    const unknown = DOCUMENTS.flatMap((document) =>
      [...readDocument(document).matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g)]
        .map(([name]) => name)
        .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
        .filter((name) => !known.includes(name) && !FOREIGN.includes(name))
        .map((name) => `${document}: ${name}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('explain every exit code of an expected error', () => {
    const codes = Object.values(errors).flatMap((value) => {
      if (typeof value !== 'function' || !/Error$/.test(value.name)) return [];
      const made: object =
        value.name === 'UnavailableError' ? new errors.UnavailableError('lock', '') : Reflect.construct(value, ['']);
      return 'exitCode' in made ? [made.exitCode] : [];
    });
    assert.equal(codes.length, 7);
    const explained = [...readDocument('docs/operations.md').matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, list = '']) =>
      list.split(', ').map(Number),
    );
    for (const code of codes) assert.ok(explained.includes(Number(code)), String(code));
  });

  it('name every part of the source in architecture.md, and no other', () => {
    const [, section = ''] = readDocument('docs/architecture.md').split('## Parts, and who may import whom');
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    const programs = listVariables().flatMap((variable) => variable.programs);
    const parts = globSync('src/*', { cwd: ROOT })
      .map((path) => path.slice('src/'.length).replace(/\.ts$/, ''))
      .filter((part) => !programs.some((program) => program === part));
    assert.deepEqual(named.sort(), parts.sort());
  });
});

describe('the settings of a reverse proxy', () => {
  const proxies = blocks.filter(({ language }) => ['nginx', 'caddy'].includes(language));
  const fallback = (name: string) => listVariables().find((variable) => variable.name === name)?.fallback ?? '?';

  it('lead to the port, overwrite both headers, and keep to themselves what is for this machine', () => {
    assert.ok(proxies.length >= 2);
    for (const { text } of proxies)
      for (const words of [`127.0.0.1:${fallback('ASK_PORT')}`, fallback('ASK_USER_HEADER'), SECRET_HEADER, 'metrics'])
        assert.ok(text.includes(words), `${words} in ${text}`);
  });
});

describe('the Nix of nixos.md', () => {
  const nix = blocks.filter(({ language }) => language === 'nix');

  it('parses', { skip: skipNix }, () => {
    assert.ok(nix.length >= 2);
    for (const { text, line } of nix) {
      // A piece of a module is the inside of an attribute set.
      const whole = text.startsWith('{') ? text : `{\n${text}\n}`;
      const { status, stderr } = spawnSync('nix-instantiate', ['--parse', '-E', whole], { encoding: 'utf8' });
      assert.equal(status, 0, `docs/nixos.md:${line}: ${stderr}`);
    }
  });

  it('sets options that there are', () => {
    const options = [...readDocument('docs/nixos.md').matchAll(/^\| `([\w.]+)` \| \S/gm)].map(([, name]) => name);
    const set = nix.flatMap(({ text }) =>
      [...text.matchAll(/services\.paperless-rag = \{\n([\s\S]*?)\n\s*\};/g)].flatMap(([, body = '']) =>
        [...body.matchAll(/^\s*([\w.]+) =/gm)].map(([, name]) => name),
      ),
    );
    assert.ok(set.length > 4);
    for (const name of set) assert.ok(options.includes(name), name);
  });
});

/** As GitHub makes them of headings. */
function listAnchors(file: string): string[] {
  return [...readDocument(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
