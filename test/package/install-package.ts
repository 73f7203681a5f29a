import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export const { version, bin }: { version: string; bin: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/**
 * What `npm install` of the packed package would leave in a folder, made without a registry: the package and its
 * production dependencies in `modules`, a folder named node_modules, and its programs in `programs`.
 */
export function installPackage(modules: string, programs: string): void {
  const home = join(modules, 'paperless-rag');
  mkdirSync(home, { recursive: true });
  mkdirSync(programs, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', modules], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const archive = /"filename":\s*"([^"]+\.tgz)"/.exec(packed)?.[1];
  if (archive === undefined) throw new Error('npm pack named no file');
  execFileSync('tar', ['-xzf', join(modules, archive), '--strip-components=1', '--no-same-owner', '-C', home]);
  rmSync(join(modules, archive));
  for (const dependency of listProductionDependencies())
    cpSync(join(ROOT, 'node_modules', dependency), join(modules, dependency), { recursive: true, dereference: true });
  for (const [name, file] of Object.entries(bin))
    symlinkSync(relative(programs, join(home, file)), join(programs, name));
}

/** Their folders below node_modules. */
function listProductionDependencies(): string[] {
  const listing = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: ROOT, encoding: 'utf8' });
  const paths = listing.trim().split('\n').slice(1);
  return paths.map((path) => relative(join(ROOT, 'node_modules'), path));
}
