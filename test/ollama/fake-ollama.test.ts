import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';

const RECORDINGS = join(import.meta.dirname, '..', 'fixtures', 'ollama-recorded');

interface Recording {
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown };
}

/** What the recordings shortened, by name. */
const LONG = 'word '.repeat(4_400);
const BODIES: Readonly<Record<string, object>> = {
  'embed-too-long': { model: 'minilm', input: LONG },
  'embed-too-long-second-of-three': { model: 'minilm', input: ['x', LONG, 'y'], truncate: false },
};

const names = globSync('*.json', { cwd: RECORDINGS }).map((file) => basename(file, '.json'));

describe('fake Ollama', () => {
  let fake: FakeOllama;
  before(async () => {
    fake = await FakeOllama.start();
  });
  after(() => fake.close());

  for (const name of names.filter((each) => each !== 'chat-over-context')) {
    it(`answers as recorded: ${name}`, async () => {
      const { request, response } = readRecording(name);
      const answer = await fetch(`http://${fake.host}${request.path}`, {
        method: request.method,
        ...(request.method === 'POST' && { body: toBody(name, request.body) }),
      });
      assert.equal(answer.status, response.status);
      assert.equal(answer.headers.get('content-type'), response.headers['content-type']);
      const text = await answer.text();
      assert.deepEqual(toShape(parseBody(text)), toShape(response.body));
    });
  }

  it('cuts a prompt at the context length when it is told to, as recorded', async () => {
    const { response } = readRecording('chat-over-context');
    fake.script = { pieces: [], promptTokens: 256 };
    const answer = await fetch(`http://${fake.host}/api/chat`, {
      method: 'POST',
      body: JSON.stringify({ model: 'smollm2', stream: false, messages: [{ role: 'user', content: LONG }] }),
    });
    const recorded = response.body as { prompt_eval_count: number; message: object };
    const { prompt_eval_count, message } = (await answer.json()) as typeof recorded;
    assert.deepEqual({ prompt_eval_count, message }, pick(recorded));
  });
});

function pick({ prompt_eval_count, message }: { prompt_eval_count: number; message: object }) {
  return { prompt_eval_count, message };
}

function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(join(RECORDINGS, `${name}.json`), 'utf8'));
}

function toBody(name: string, recorded: unknown): string {
  const body = BODIES[name] ?? recorded;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function parseBody(text: string): unknown {
  const lines = text.trim().split('\n');
  try {
    return lines.length > 1 ? { ndjson: lines.map((line) => JSON.parse(line)) } : JSON.parse(text);
  } catch {
    return text;
  }
}

/** Texts of errors, numbers of embeddings and which fields of ours there are; not times, sizes and wording of a model. */
function toShape(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const fields = body as Record<string, unknown>;
  if ('error' in fields) return { error: fields.error };
  if ('ndjson' in fields) {
    const lines = fields.ndjson as { done: boolean; message: object }[];
    return { done: lines.at(-1)?.done, undone: lines[0]?.done, message: Object.keys(lines[0]?.message ?? {}) };
  }
  if (Array.isArray(fields.embeddings)) {
    return { model: fields.model, sizes: fields.embeddings.map(countNumbers), counted: 'prompt_eval_count' in fields };
  }
  if (Array.isArray(fields.models)) {
    return fields.models.map(({ name, model, digest }) => ({ name, model, digest }));
  }
  if ('capabilities' in fields) {
    const info = fields.model_info as Record<string, unknown>;
    const kept = ['bert.context_length', 'bert.embedding_length', 'bert.pooling_type', 'general.architecture'];
    return { capabilities: fields.capabilities, info: kept.map((key) => info[key]) };
  }
  return { model: fields.model, done: fields.done, role: (fields.message as { role: string }).role };
}

/** Recorded embeddings end with the words "… 384 numbers". */
function countNumbers(embedding: readonly (number | string)[]): number {
  const last = embedding.at(-1);
  return typeof last === 'string' ? Number.parseInt(last.slice(2), 10) : embedding.length;
}
