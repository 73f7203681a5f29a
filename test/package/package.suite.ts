import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bin, installPackage, version } from './install-package.ts';

const run = promisify(execFile);

describe('the packed package, in an empty folder with production dependencies only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paperless-rag-package-'));
  const home = join(folder, 'node_modules', 'paperless-rag');
  const binPath = (name: string) => join(folder, 'node_modules', '.bin', name);

  before(() => installPackage(join(folder, 'node_modules'), join(folder, 'node_modules', '.bin')));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('holds JavaScript and no TypeScript', () => {
    const listing = execFileSync('find', [join(home, 'dist'), '-name', '*.ts'], { encoding: 'utf8' });
    assert.equal(listing, '');
  });

  for (const name of Object.keys(bin)) {
    it(`${name} is executable and answers --version`, async () => {
      accessSync(binPath(name), constants.X_OK);
      const { stdout, stderr } = await run(binPath(name), ['--version'], { env: cleanEnvironment() });
      assert.equal(stdout, `${name} ${version}\n`);
      assert.equal(stderr, '');
    });

    const old = findOldNode();
    it(`${name} says which Node it needs on an older one`, {
      skip: old === undefined && 'no Node older than 24.15 on PATH',
    }, async () => {
      const failure = await run(old ?? '', [binPath(name), '--version']).then(
        () => assert.fail('an old Node ran it'),
        (error: { code: number; stderr: string }) => error,
      );
      assert.equal(failure.code, 78);
      assert.match(failure.stderr, /needs Node\.js 24\.15 or newer/);
    });
  }

  it('paperless-ask --demo serves the page', { timeout: 60_000 }, async (test) => {
    const demo = spawn(binPath('paperless-ask'), ['--demo'], {
      env: { ...cleanEnvironment(), ASK_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: test.signal,
    });
    try {
      const page = await fetch(await readAddress(demo.stderr));
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<form/);
    } finally {
      const ended = new Promise((resolve) => demo.once('exit', resolve));
      demo.kill('SIGTERM');
      await ended;
    }
  });
});

function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: tmpdir() };
}

function findOldNode(): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    try {
      const [major = 0, minor = 0] = execFileSync(node, ['--version'], { encoding: 'utf8' })
        .slice(1)
        .split('.')
        .map(Number);
      if (major < 24 || (major === 24 && minor < 15)) return node;
    } catch {
      // no Node in this folder
    }
  }
  return undefined;
}

/** The address of a program that logs JSON lines. */
async function readAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const { port } = JSON.parse(line) as { port?: number };
    if (port !== undefined) return `http://127.0.0.1:${port}/`;
  }
  return assert.fail('the program ended without saying where it serves');
}
