import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const PROGRAM = join(import.meta.dirname, '../../src/paperless-index.ts');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a program finds its documents and keeps its state; nothing of this machine's own environment gets in. */
export interface Surroundings {
  readonly stateDir: string;
  readonly exportDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startPaperlessIndex(args: readonly string[], { stateDir, exportDir, env }: Surroundings) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: {
      STATE_DIR: stateDir,
      ...(exportDir !== undefined && { PAPERLESS_EXPORT_DIR: exportDir }),
      // Without it every start strips the types of a hundred files again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const finished = once(child, 'close').then(
    ([code, signal]): Finished => ({ code, signal, stdout: stdout.text(), stderr: stderr.text() }),
  );
  return { child, finished, stderr };
}

/** Runs the program to its end. */
export function runPaperlessIndex(args: readonly string[], surroundings: Surroundings): Promise<Finished> {
  return startPaperlessIndex(args, surroundings).finished;
}

function collect(stream: Readable) {
  let text = '';
  const listeners = new Set<() => void>();
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
    for (const listener of listeners) listener();
  });
  return {
    text: () => text,
    /** Calls `then` as soon as `pattern` stands in the stream `times` times. */
    onOccurrence(pattern: RegExp, times: number, then: () => void) {
      const check = () => {
        if ([...text.matchAll(new RegExp(pattern, 'g'))].length < times) return;
        listeners.delete(check);
        then();
      };
      listeners.add(check);
    },
  };
}
