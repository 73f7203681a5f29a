// npm run test:unit: one process per folder, as many at a time as there are cores. A process per file would spend
// most of its time on starting up. Programs, wired wholes and what needs a browser are left to their own scripts.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

const ELSEWHERE = ['programs', 'wiring', 'doctor', 'eval', 'docs', 'package', 'browser', 'kill'];
/** Begun first, so that no core waits for one that was begun last. */
const LONGEST = ['qdrant', 'sqlite'];

const files = globSync('**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) => !ELSEWHERE.some((folder) => file.startsWith(`${folder}/`)),
);
const groups = Map.groupBy(files.sort(), (file) => (dirname(file) === '.' ? '.' : (file.split('/')[0] ?? '.')));
const waiting = [...LONGEST, ...groups.keys()].flatMap((name) => {
  const group = groups.get(name);
  groups.delete(name);
  return group === undefined ? [] : [group];
});

let failed = 0;
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = failed > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
    const { code, output } = await runGroup(group);
    process.stdout.write(output);
    if (code !== 0) failed += 1;
  }
}

async function runGroup(group: readonly string[]): Promise<{ code: number | null; output: string }> {
  const paths = group.map((file) => join(import.meta.dirname, file));
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-timeout=60000', ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: Buffer.concat(chunks).toString() };
}
