import assert from 'node:assert/strict';
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
 * Asks one model in turns through the whole program (`POST /api/ask`, server-sent events) and with a bare client that
 * sends the same request. Prints what the program adds.
 */
export async function benchFirstToken(rounds: number): Promise<void> {
  const worker = new Worker(new URL('./timed-model.ts', import.meta.url));
  const [port] = await once(worker, 'message');
  const host = `127.0.0.1:${port}`;
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
        printArrivals(await askInTurns(await listening, `http://${host}/api/chat`, rounds));
      } finally {
        child.kill();
        await finished;
      }
    });
  } finally {
    await worker.terminate();
  }
}

async function askInTurns(program: string, model: string, rounds: number) {
  const bare: Arrival[] = [];
  const ours: Arrival[] = [];
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    const through = await askProgram(program);
    const alone = await askModel(model);
    if (round < WARM_UP) continue;
    ours.push(through);
    bare.push(alone);
  }
  return { bare, ours };
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

function printArrivals({ bare, ours }: { readonly bare: readonly Arrival[]; readonly ours: readonly Arrival[] }): void {
  const row = (name: string, ofBare: readonly number[], ofOurs: readonly number[]) => [
    name,
    ...[ofBare, ofOurs].flatMap((values) => [toQuantile(values, 0.5).toFixed(1), toQuantile(values, 0.95).toFixed(1)]),
    (toQuantile(ofOurs, 0.5) - toQuantile(ofBare, 0.5)).toFixed(1),
    (toQuantile(ofOurs, 0.95) - toQuantile(ofBare, 0.95)).toFixed(1),
  ];
  const firsts = (arrivals: readonly Arrival[]) => arrivals.map(({ first }) => first);
  const passages = (arrivals: readonly Arrival[]) => arrivals.flatMap(({ passage }) => passage);
  console.log(
    toTable(
      ['ms', 'bare p50', 'p95', 'ours p50', 'p95', 'added p50', 'p95'],
      [
        row('prompt begun → first token', firsts(bare), firsts(ours)),
        row('each further token', passages(bare), passages(ours)),
      ],
    ),
  );
}
