import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

const RECORDINGS = join(import.meta.dirname, '..', 'fixtures', 'ollama-recorded');

interface Recording {
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown };
}

/** What answers, and what the two models of the recordings are called there. */
export interface AnsweringOllama {
  readonly url: string;
  readonly embeddingModel: string;
  readonly chatModel: string;
  /** Another version may word its refusals otherwise, as long as what is read in them is there. */
  readonly hasRecordedWords: boolean;
  close(): Promise<void>;
}

/** What the recordings shortened, by name. */
const LONG = 'word '.repeat(4_400);
const BODIES: Readonly<Record<string, object>> = {
  'embed-too-long': { model: 'minilm', input: LONG, truncate: false },
  'embed-too-long-second-of-three': { model: 'minilm', input: ['x', LONG, 'y'], truncate: false },
};
/** Statuses of other versions. A chat model embeds with llama.cpp, and is refused by Ollama's own engine. */
const ALSO: Readonly<Record<string, number>> = { 'embed-chat-model': 501 };
/** Needs a prompt that fills the context, and a model that then says nothing. */
const ELSEWHERE = ['chat-over-context'];

/** The recorded requests once more, with the same answers. */
export function describeRecordedAnswers(name: string, start: () => Promise<AnsweringOllama>): void {
  describe(name, () => {
    let ollama: AnsweringOllama;
    before(async () => {
      ollama = await start();
    });
    after(() => ollama.close());

    const names = globSync('*.json', { cwd: RECORDINGS }).map((file) => basename(file, '.json'));
    for (const recording of names.filter((each) => !ELSEWHERE.includes(each)).sort()) {
      it(`answers as recorded: ${recording}`, async () => {
        const { request, response } = readRecording(recording);
        const body = rename(toText(BODIES[recording] ?? request.body), ollama);
        const answer = await fetch(`${ollama.url}${request.path}`, {
          method: request.method,
          ...(request.method === 'POST' && { body }),
        });
        const text = await answer.text();
        if (!ollama.hasRecordedWords && answer.status === ALSO[recording]) return;
        assert.equal(answer.status, response.status, text.slice(0, 200));
        assert.equal(answer.headers.get('content-type'), response.headers['content-type']);
        const recorded = parseBody(rename(toText(response.body), ollama));
        assert.deepEqual(toShape(parseBody(text), ollama), toShape(recorded, ollama));
      });
    }
  });
}

export function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(join(RECORDINGS, `${name}.json`), 'utf8'));
}

function rename(text: string, { embeddingModel, chatModel }: AnsweringOllama): string {
  return text.replaceAll(/\bminilm\b/g, embeddingModel).replaceAll(/\bsmollm2\b/g, chatModel);
}

function toText(body: unknown): string {
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
function toShape(body: unknown, ollama: AnsweringOllama): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const fields = body as Record<string, unknown>;
  if ('error' in fields) return { error: ollama.hasRecordedWords ? fields.error : readRefusal(String(fields.error)) };
  if ('ndjson' in fields) {
    const lines = fields.ndjson as { done: boolean; message: object }[];
    return { done: lines.at(-1)?.done, undone: lines[0]?.done, message: Object.keys(lines[0]?.message ?? {}) };
  }
  if (Array.isArray(fields.embeddings)) {
    return { model: fields.model, sizes: fields.embeddings.map(countNumbers), counted: 'prompt_eval_count' in fields };
  }
  if (Array.isArray(fields.models)) {
    const wanted = [ollama.embeddingModel, ollama.chatModel].map((name) => `${name}:latest`);
    const models = fields.models.filter(({ name }) => wanted.includes(name)).map(toListed);
    return models.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  if ('capabilities' in fields) {
    const info = fields.model_info as Record<string, unknown>;
    const kept = ['bert.context_length', 'bert.embedding_length', 'bert.pooling_type', 'general.architecture'];
    return { capabilities: fields.capabilities, info: kept.map((key) => info[key]) };
  }
  return { model: fields.model, done: fields.done, role: (fields.message as { role: string }).role };
}

function toListed({ name, model, digest }: { name: string; model: string; digest: string }) {
  return { name, model, isDigest: /^[0-9a-f]{64}$/.test(digest) };
}

/** What the adapter looks for in a refusal. */
function readRefusal(error: string): string {
  return /context length/i.test(error) ? 'too long' : 'refused';
}

/** Recorded embeddings end with the words "… 384 numbers"; a chat model's have another size in each model. */
function countNumbers(embedding: readonly (number | string)[]): number | string {
  const last = embedding.at(-1);
  const count = typeof last === 'string' ? Number.parseInt(last.slice(2), 10) : embedding.length;
  return count > 384 ? 'many' : count;
}
