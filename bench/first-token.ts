import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { toTable } from '../test/eval/table.ts';
import { startPaperlessIndex } from '../test/programs/run-paperless-index.ts';
import { startPaperlessAsk } from '../test/programs/start-paperless-ask.ts';
import { withTemporaryFolder } from './index-bench.ts';
import { toQuantile } from './quantile.ts';
import { readTimeOfDay } from './time-of-day.ts';

/** How one answer came, in milliseconds. */
interface Arrival {
  /** From where the prompt is begun (a bare client: from its request) to the first token at the reader. */
  readonly first: number;
  /** For each further token: from the model to the reader. */
  readonly passage: readonly number[];
}

const LIBRARY = join(import.meta.dirname, '../examples/library');
const QUESTION = 'What is the serial number of the washing machine?';
const WARM_UP = 5;

/**
 * Asks one model in turns through the whole program (`POST /api/ask`, server-sent events), with a bare client that sends
 * the same request, and with that client through a relay of a few lines: where processes wait for a processor, that one
 * waits as well. Prints what the program adds to the bare client.
 */
export async function benchFirstToken(rounds: number): Promise<void> {
  const worker = new Worker(new URL('./timed-model.ts', import.meta.url));
  const [port] = await once(worker, 'message');
  const host = `127.0.0.1:${port}`;
  const relay = fork(new URL('./relay.ts', import.meta.url), [`http://${host}`]);
  const [relayPort] = await once(relay, 'message');
  try {
    await withTemporaryFolder(async (folder) => {
      await startPaperlessIndex([], { stateDir: folder, exportDir: LIBRARY }).finished;
      const { child, listening, finished } = startPaperlessAsk([], {
        STATE_DIR: folder,
        PAPERLESS_EXPORT_DIR: LIBRARY,
        CHAT_MODEL: 'timed',
        CHAT_HOSTS: host,
        ASK_PORT: '0',
      });
      try {
        const address = await listening;
        const [bare, relayed] = [port, relayPort].map((one) => `http://127.0.0.1:${one}/api/chat`);
        const ways = {
          bare: () => askModel(bare ?? ''),
          relayed: () => askModel(relayed ?? ''),
          ours: () => askProgram(address),
        };
        printArrivals(await askInTurns(ways, rounds));
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

type Way = 'bare' | 'relayed' | 'ours';

async function askInTurns(
  ways: Readonly<Record<Way, () => Promise<Arrival>>>,
  rounds: number,
): Promise<Readonly<Record<Way, readonly Arrival[]>>> {
  const arrivals: Record<Way, Arrival[]> = { bare: [], relayed: [], ours: [] };
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    // The program first: the others send what it sent.
    for (const way of ['ours', 'bare', 'relayed'] as const) {
      const arrival = await ways[way]();
      if (round >= WARM_UP) arrivals[way].push(arrival);
    }
  }
  return arrivals;
}

async function askProgram(address: string): Promise<Arrival> {
  const body = JSON.stringify({ q: QUESTION });
  const response = await fetch(`${address}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  let begun = Number.NaN;
  const tokens: string[] = [];
  const times: number[] = [];
  for await (const event of readBlocks(response, '\n\n')) {
    const at = readTimeOfDay();
    if (/^event: phase\ndata: .*"answering"/.test(event)) begun = at;
    const [, data] = /^event: token\ndata: (.*)$/.exec(event) ?? [];
    if (data === undefined) continue;
    tokens.push(JSON.parse(data).text);
    times.push(at);
  }
  return toArrival(begun, tokens, times);
}

async function askModel(address: string): Promise<Arrival> {
  const body = await (await fetch(address)).text();
  const begun = readTimeOfDay();
  const response = await fetch(address, { method: 'POST', body });
  const tokens: string[] = [];
  const times: number[] = [];
  for await (const line of readBlocks(response, '\n')) {
    const { message, done } = JSON.parse(line);
    if (done) continue;
    tokens.push(message.content);
    times.push(readTimeOfDay());
  }
  return toArrival(begun, tokens, times);
}

async function* readBlocks(response: Response, end: string): AsyncGenerator<string> {
  let held = '';
  for await (const text of (response.body ?? assert.fail('no body')).pipeThrough(new TextDecoderStream())) {
    const blocks = (held + text).split(end);
    held = blocks.pop() ?? '';
    yield* blocks;
  }
}

function toArrival(begun: number, tokens: readonly string[], times: readonly number[]): Arrival {
  const under = tokens.map((token, index) => (times[index] ?? 0) - Number(token));
  assert.ok(under.length > 1 && under.every((ms) => ms > -1 && ms < 60_000), `these are no times: ${tokens.join()}`);
  return { first: (times[0] ?? 0) - begun, passage: under.slice(1) };
}

function printArrivals({ bare, relayed, ours }: Readonly<Record<Way, readonly Arrival[]>>): void {
  const firsts = (arrivals: readonly Arrival[]) => arrivals.map(({ first }) => first);
  // Of the median answer: where the machine pauses for a moment, that spoils one answer and not the figure.
  const within = (share: number) => (arrivals: readonly Arrival[]) =>
    toQuantile(
      arrivals.map(({ passage }) => toQuantile(passage, share)),
      0.5,
    );
  const row = (name: string, measure: (arrivals: readonly Arrival[]) => number) => {
    const [alone, between, through] = [measure(bare), measure(relayed), measure(ours)];
    return [name, ...[alone, between, through, through - alone].map((ms) => ms.toFixed(1))];
  };
  console.log(
    toTable(
      ['ms', 'bare', 'relayed', 'ours', 'added'],
      [
        row('prompt begun → first token, p50', (arrivals) => toQuantile(firsts(arrivals), 0.5)),
        row('prompt begun → first token, p95', (arrivals) => toQuantile(firsts(arrivals), 0.95)),
        row('each further token, p50', within(0.5)),
        row('each further token, p95', within(0.95)),
      ],
    ),
  );
}
