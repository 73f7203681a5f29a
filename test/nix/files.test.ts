import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../sync/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const hasNix = spawnSync('nix-instantiate', ['--version']).status === 0;
const skip = !hasNix && 'nix-instantiate is not installed';

describe('the Nix files', () => {
  it('parse', { skip }, () => {
    const files = globSync('{flake.nix,nix/**/*.nix}', { cwd: ROOT });
    assert.ok(files.length >= 8);
    for (const file of files) {
      const { status, stderr } = run('nix-instantiate', '--parse', file);
      assert.equal(status, 0, `${file}: ${stderr}`);
    }
  });

  it('have a flake.lock that satisfies every input without the network', { skip }, (context) => {
    const folder = temporaryFolder(context);
    for (const file of ['flake.nix', 'flake.lock']) copyFileSync(join(ROOT, file), join(folder, file));
    const { status, stderr } = run(
      ...['nix', '--extra-experimental-features', 'nix-command flakes', 'flake', 'metadata'],
      ...['--json', '--no-update-lock-file', `path:${folder}`],
    );
    assert.equal(status, 0, stderr);
  });

  it('fill in an address for every package of the lock file, which itself has none', { skip }, () => {
    const { stdout } = run('nix-instantiate', '--eval', '--strict', '--json', 'nix/lock.nix');
    const { packages } = JSON.parse(stdout) as { packages: Record<string, { resolved?: string; version: string }> };
    const entries = Object.entries(packages).filter(([path]) => path !== '');
    assert.ok(entries.length > 50);
    for (const [path, { resolved, version }] of entries) {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const file = `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
      assert.ok(resolved?.endsWith(`/${name}/-/${file}`), `${path}: ${resolved}`);
    }
  });
});

describe('package-lock.json', () => {
  it('has an integrity for every package, and no registry address', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    for (const [path, entry] of Object.entries<{ integrity?: string; resolved?: string }>(lock.packages)) {
      assert.equal(entry.resolved, undefined, path);
      if (path !== '') assert.match(entry.integrity ?? '', /^sha512-/, path);
    }
  });
});

function run(...[program = '', ...words]: readonly string[]) {
  return spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
}
