import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startPaperlessIndex } from '../test/programs/run-paperless-index.ts';
import { startPaperlessAsk } from '../test/programs/start-paperless-ask.ts';
import { type Arrival, askInTurns, type Way } from './ask-in-turns.ts';
import { toQuantile } from './quantile.ts';
import type { Figure } from './report/figure.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const LIBRARY = join(import.meta.dirname, '../examples/library');

/**
 * Asks one model in turns through the whole program (`POST /api/ask`, server-sent events), with a bare client that sends
 * the same request, and with that client through a relay of a few lines: where processes wait for a processor, that one
 * waits as well. What the program adds to the bare client is what counts.
 */
export async function benchFirstToken(rounds: number): Promise<Figure[]> {
  const worker = new Worker(new URL('./timed-model.ts', import.meta.url));
  const [port] = await once(worker, 'message');
  const host = `127.0.0.1:${port}`;
  const relay = fork(new URL('./relay.ts', import.meta.url), [`http://${host}`]);
  const [relayPort] = await once(relay, 'message');
  try {
    return await withTemporaryFolder(async (folder) => {
      await startPaperlessIndex([], { stateDir: folder, exportDir: LIBRARY }).finished;
      const { child, listening, finished } = startPaperlessAsk([], {
        STATE_DIR: folder,
        PAPERLESS_EXPORT_DIR: LIBRARY,
        CHAT_MODEL: 'timed',
        CHAT_HOSTS: host,
        ASK_PORT: '0',
      });
      try {
        const addresses = { bare: `http://${host}`, relayed: `http://127.0.0.1:${relayPort}`, ours: await listening };
        return toFigures(await askInTurns(addresses, rounds));
      } finally {
        child.kill();
        await finished;
      }
    });
  } finally {
    relay.kill();
    await worker.terminate();
  }
}

function toFigures({ bare, relayed, ours }: Readonly<Record<Way, readonly Arrival[]>>): Figure[] {
  const first = (arrivals: readonly Arrival[]) =>
    toQuantile(
      arrivals.map((arrival) => arrival.first),
      0.5,
    );
  // Of the median answer: where the machine pauses for a moment, that spoils one answer and not the figure.
  const passage = (arrivals: readonly Arrival[]) =>
    toQuantile(
      arrivals.map((arrival) => toQuantile(arrival.passage, 0.95)),
      0.5,
    );
  const firstOurs = { what: 'prompt → first token at the reader, p50', unit: 'ms', ours: first(ours) } as const;
  const passageOurs = { what: 'each further token, model → reader, p95', unit: 'ms', ours: passage(ours) } as const;
  return [
    { ...firstOurs, id: 'first-token.first', beside: { what: 'a bare client', value: first(bare) } },
    { ...firstOurs, id: 'first-token.first-relayed', beside: { what: 'a bare relay', value: first(relayed) } },
    { ...passageOurs, id: 'first-token.passage', beside: { what: 'a bare client', value: passage(bare) } },
    { ...passageOurs, id: 'first-token.passage-relayed', beside: { what: 'a bare relay', value: passage(relayed) } },
  ];
}
