import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import type { Sizes } from './sizes.ts';

/** Measures one part in a process of its own. A part that fails has said so on stderr: no figures, and exit code 1. */
export async function measurePart(name: string, sizes: Sizes): Promise<readonly Figure[]> {
  const child = fork(join(import.meta.dirname, 'run-part.ts'), [name, JSON.stringify(sizes)], {
    // For the docs part, which asks what is held once the garbage is gone.
    execArgv: ['--expose-gc'],
  });
  let figures: readonly Figure[] = [];
  // Safe: this is what run-part.ts sends.
  child.on('message', (message) => {
    figures = message as Figure[];
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  if ((await promise) !== 0) process.exitCode = 1;
  return figures;
}
