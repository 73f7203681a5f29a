import assert from 'node:assert/strict';
import { readTimeOfDay } from './time-of-day.ts';

/** How one answer came, in milliseconds. */
export interface Arrival {
  /** From where the prompt is begun (a bare client: from its request) to the first token at the reader. */
  readonly first: number;
  /** For each further token: from the model to the reader. */
  readonly passage: readonly number[];
}

export type Way = 'bare' | 'relayed' | 'ours';

const QUESTION = 'What is the serial number of the washing machine?';
const WARM_UP = 5;

/** Asks in each way by turns, `rounds` times after some that don't count. */
export async function askInTurns(
  addresses: Readonly<Record<Way, string>>,
  rounds: number,
): Promise<Readonly<Record<Way, readonly Arrival[]>>> {
  const arrivals: Record<Way, Arrival[]> = { bare: [], relayed: [], ours: [] };
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    // The program first: the others send what it sent.
    for (const way of ['ours', 'bare', 'relayed'] as const) {
      const arrival = await (way === 'ours' ? askProgram : askModel)(addresses[way]);
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

async function askModel(host: string): Promise<Arrival> {
  const address = `${host}/api/chat`;
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
