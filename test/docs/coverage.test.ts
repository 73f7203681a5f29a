import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseCommand } from './parse-command.ts';
import { BOOTED, type Exception, NOT_RUN, NOT_RUN_INLINE, SCRIPTS, WALKS } from './plan.ts';
import { DOCUMENTS, listCommands, listSpans, ROOT, readDocument, readPage } from './read-blocks.ts';

const GUIDE = 'docs/operations.md';
const LANGUAGES = ['sh', 'json', 'nix', 'nginx', 'caddy', 'ini', 'text'];
const COMMAND =
  /^(?:[A-Z_]+=\S+ )?(?:npm|npx|node|sudo|systemctl|journalctl|as-service|curl|restic|docker|ollama|git|tar|umask|nixos-rebuild|echo|export|rm|install|paperless-(?:index|ask|mcp|search-mcp)|docs-search-mcp) \S|^\.ci\//;

const pages = DOCUMENTS.map(readPage);
const commands = pages
  .flatMap(({ blocks }) => blocks)
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text, ...place }) => listCommands(text).map((command) => ({ ...place, command })));
const spans = listSpans(pages.flatMap(({ prose }) => prose)).filter(({ text }) => COMMAND.test(text));
const walked: readonly string[] = Object.values(WALKS).flat();

describe('every command of the documents', () => {
  it('is run by a test, or stands in the list of those that are not, with the reason', () => {
    const missing = commands.filter(
      ({ document, heading, command }) =>
        !walked.includes(`${document} › ${heading}`) &&
        !(document === GUIDE && BOOTED.includes(heading) && !command.startsWith('npm ')) &&
        NOT_RUN[command] === undefined,
    );
    assert.deepEqual(
      missing.map(({ document, line, command }) => `${document}:${line}: ${command}`),
      [],
    );
  });

  it('in running text is a script that is run, has the arguments that its program takes, or stands in the list', () => {
    const missing = spans.filter(
      ({ text }) => NOT_RUN_INLINE[text] === undefined && !isScript(text) && !isOurs(text) && !isAboutUnits(text),
    );
    assert.deepEqual(
      missing.map(({ document, line, text }) => `${document}:${line}: ${text}`),
      [],
    );
  });

  it('leaves no entry of the lists unused', () => {
    const places = new Set(commands.map(({ document, heading }) => `${document} › ${heading}`));
    const texts = new Set(commands.map(({ command }) => command));
    const inline = new Set(spans.map(({ text }) => text));
    assert.deepEqual(
      [
        ...walked.filter((place) => !places.has(place)),
        ...BOOTED.filter((heading) => !places.has(`${GUIDE} › ${heading}`)),
        ...Object.keys(NOT_RUN).filter((command) => !texts.has(command)),
        ...Object.keys(NOT_RUN_INLINE).filter((command) => !inline.has(command)),
        ...Object.keys(SCRIPTS).filter((name) => !spans.some(({ text }) => findScript(text) === name)),
      ],
      [],
    );
  });

  it('that something else stands in for is really there', () => {
    for (const { seen } of [NOT_RUN, NOT_RUN_INLINE, SCRIPTS].flatMap((list) => Object.values<Exception>(list))) {
      if (seen === undefined) continue;
      const [file, words] = seen;
      assert.ok(readDocument(file).includes(words), `${file} has no ${words}`);
    }
    const suite = readDocument('test/systemd/guest.suite.ts');
    for (const heading of BOOTED) assert.ok(suite.includes(`readCommands('${heading}')`), heading);
  });

  it('has the arguments that its program takes, wherever it stands', () => {
    for (const { command } of commands) parseCommand(command);
  });

  it('names units that there are', () => {
    const text = DOCUMENTS.map(readDocument).join('\n');
    const units = new Set([...text.matchAll(/\bpaperless-[a-z]+\.(?:service|timer)\b/g)].map(([unit]) => unit));
    assert.ok(units.size >= 5);
    for (const unit of units) assert.ok(existsSync(join(ROOT, 'systemd', unit)), unit);
  });

  it('stands in a block that says what it is, so that none can hide', () => {
    const blocks = pages.flatMap((page) => page.blocks);
    assert.deepEqual(
      blocks.filter(({ language }) => !LANGUAGES.includes(language)).map(({ document, line }) => `${document}:${line}`),
      [],
    );
    const indented = pages.flatMap(({ prose }) => prose).filter(({ text }) => /^(?: {4}|\t)/.test(text));
    assert.deepEqual(
      indented.map(({ document, line }) => `${document}:${line}`),
      [],
    );
  });
});

function isScript(text: string): boolean {
  const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: object };
  const name = findScript(text);
  if (name === undefined || !Object.hasOwn(scripts, name)) return false;
  const isRun = commands.some(({ command }) => findScript(command) === name && NOT_RUN[command] === undefined);
  return isRun || readDocument('.ci/run').includes(`npm run ${name}\n`) || SCRIPTS[name] !== undefined;
}

function findScript(text: string): string | undefined {
  return /\bnpm run ([\w:]+)/.exec(text)?.[1];
}

function isOurs(text: string): boolean {
  return parseCommand(text).length > 0;
}

function isAboutUnits(text: string): boolean {
  return (
    /^(?:systemctl|journalctl) .*\bpaperless-[a-z]+\.(?:service|timer)\b/.test(text) ||
    text === 'systemctl daemon-reload'
  );
}
