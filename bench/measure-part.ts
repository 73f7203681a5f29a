import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from './report/figure.ts';
import type { Sizes } from './sizes.ts';

/** Measures one part in a process of its own. Nothing when that failed: it has said why on stderr. */
export async function measurePart(name: string, sizes: Sizes): Promise<readonly Figure[] | undefined> {
  const child = fork(join(import.meta.dirname, 'run-part.ts'), [name, JSON.stringify(sizes)], {
    // For the docs part, which asks what is held once the garbage is gone.
    execArgv: ['--expose-gc'],
  });
  let figures: readonly Figure[] | undefined;
  child.on('message', (message) => {
    // Safe: this is what run-part.ts sends.
    figures = message as Figure[];
  });
  await once(child, 'close');
  return figures;
}
