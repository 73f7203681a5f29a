import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../src/paperless-ask.ts');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program; nothing of this machine's own environment gets in but what `env` names. */
export function startPaperlessAsk(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    // Without the cache every start strips the types of a hundred files again.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    const port = /"port":(\d+)/.exec(stderr)?.[1];
    if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
  });
  const finished = once(child, 'close').then(([code]): Finished => {
    reject(new Error(`the program ended (${code}) before it listened: ${stderr}`));
    return { code, stdout, stderr };
  });
  listening.catch(() => {});
  /** `listening`: the address, once requests are answered. */
  return { child, listening, finished };
}

/** Runs the program to its end. */
export function runPaperlessAsk(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return startPaperlessAsk(args, env).finished;
}
