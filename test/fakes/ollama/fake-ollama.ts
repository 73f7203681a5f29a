import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../loopback-server.ts';
import { countTokens, embedText, type FakeModel, RECORDED_MODELS } from './fake-models.ts';

export interface FakeRequest {
  readonly path: string;
  readonly body: unknown;
}

/** How the next chat goes. */
export interface ChatScript {
  readonly pieces: readonly string[];
  /** Headers and the first piece wait for it. */
  readonly gate?: Promise<void>;
  /** The connection breaks after so many pieces. */
  readonly dieAfter?: number;
  /** The stream reports an error after so many pieces. */
  readonly errorAfter?: number;
  readonly promptTokens?: number;
}

export interface FakeOllamaOptions {
  readonly models?: readonly FakeModel[];
  /** Like older versions: too-long texts are cut instead of refused. */
  readonly cutsSilently?: boolean;
  /** Status for texts the model chokes on (500) or the server refuses (400); undefined = embeds. */
  readonly refuse?: (text: string) => number | undefined;
}

/** An answer given once, before anything else. `break` closes the connection without one. */
export type PlannedAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'break';

/** An HTTP server that answers as Ollama 0.24 was recorded to. */
export class FakeOllama {
  readonly requests: FakeRequest[] = [];
  script: ChatScript = { pieces: ['Hello', ' there', '.'] };
  readonly planned: PlannedAnswer[] = [];
  /** Resolves when a client leaves in the middle of an answer. */
  readonly abandoned = Promise.withResolvers<void>();
  readonly #models: readonly FakeModel[];
  readonly #options: FakeOllamaOptions;
  readonly #server = new LoopbackServer((request, response) => void this.#answer(request, response));

  private constructor(options: FakeOllamaOptions) {
    this.#options = options;
    this.#models = options.models ?? RECORDED_MODELS;
  }

  static async start(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
    const fake = new FakeOllama(options);
    await fake.#server.listen();
    return fake;
  }

  get host(): string {
    return this.#server.host;
  }

  /** The bodies sent to one path, oldest first. */
  sentTo<T>(path: string): T[] {
    return this.requests.filter((request) => request.path === path).map(({ body }) => body as T);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned.resolve();
    });
    const text = await readText(request);
    const path = request.url ?? '';
    const body = parseJson(text);
    this.requests.push({ path, body });
    const planned = this.planned.shift();
    if (planned === 'break') return void request.socket.destroy();
    if (planned !== undefined) return sendJson(response, planned.status, planned.body, planned.headers);
    if (request.method === 'GET' && path === '/api/tags') return sendJson(response, 200, this.#listModels());
    if (!['/api/show', '/api/embed', '/api/chat'].includes(path)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    if (path === '/api/chat') return this.#chat(body ?? {}, response);
    const answer = body && (path === '/api/show' ? this.#show(body) : this.#embed(body));
    const { status, body: sent } = answer ?? refuse(400, 'unexpected EOF');
    return sendJson(response, status, sent);
  }

  #listModels() {
    const models = this.#models.map(({ name, digest, kind }) => ({
      name,
      model: name,
      modified_at: '2026-11-30T11:34:36.116711555Z',
      size: 45949702,
      digest,
      details: { parent_model: '', format: 'gguf', family: kind === 'chat' ? 'llama' : 'bert' },
    }));
    return { models };
  }

  #show(body: Body): Answer {
    const model = this.#find(body.model);
    if (model === undefined) return refuse(404, `model '${body.model}' not found`);
    const isEmbedding = model.kind === 'embedding';
    const answer = {
      details: { family: isEmbedding ? 'bert' : 'llama' },
      model_info: isEmbedding
        ? {
            'bert.context_length': model.contextTokens,
            'bert.embedding_length': model.dimensions,
            'bert.pooling_type': 1,
            'general.architecture': 'bert',
          }
        : { 'llama.context_length': model.contextTokens, 'general.architecture': 'llama' },
      capabilities: [isEmbedding ? 'embedding' : 'completion'],
    };
    return { status: 200, body: answer };
  }

  #embed(body: Body): Answer {
    const model = this.#find(body.model);
    if (model === undefined) {
      return refuse(404, `model "${body.model}" not found, try pulling it first`);
    }
    const texts = typeof body.input === 'string' ? [body.input] : body.input;
    if (!Array.isArray(texts)) return refuse(400, 'invalid input type');
    const refused = texts.map((text) => this.#options.refuse?.(text)).find((status) => status !== undefined);
    if (refused !== undefined) {
      return refuse(refused, refused === 500 ? 'failed to encode response: json: unsupported value: NaN' : 'bad text');
    }
    const counts = texts.map(countTokens);
    if (counts.some((count) => count > model.contextTokens) && !this.#options.cutsSilently) {
      return refuse(400, 'the input length exceeds the context length');
    }
    if (texts.length === 0) return { status: 200, body: { model: body.model, embeddings: [] } };
    const kept = texts.map((text) =>
      text
        .split(/\s+/)
        .slice(0, model.contextTokens - 2)
        .join(' '),
    );
    const answer = {
      model: body.model,
      embeddings: kept.map((text) => embedText(text, body.dimensions ?? model.dimensions)),
      total_duration: 1,
      load_duration: 1,
      prompt_eval_count: counts.reduce((sum, count) => sum + Math.min(count, model.contextTokens), 0),
    };
    return { status: 200, body: answer };
  }

  async #chat(body: Body, response: ServerResponse): Promise<void> {
    const model = this.#find(body.model);
    if (model === undefined) return sendRefusal(response, 404, `model '${body.model}' not found`);
    if (model.kind !== 'chat') return sendRefusal(response, 400, `"${body.model}" does not support chat`);
    if (body.think === true) return sendRefusal(response, 400, `"${body.model}" does not support thinking`);
    const { pieces, gate, dieAfter, errorAfter, promptTokens = 12 } = this.script;
    const line = (content: string, rest: object) =>
      `${JSON.stringify({ model: body.model, created_at: '2026-11-30T11:35:23Z', message: { role: 'assistant', content }, ...rest })}\n`;
    const end = { done: true, done_reason: 'stop', prompt_eval_count: promptTokens, eval_count: pieces.length || 1 };
    if (body.messages?.length === 0) {
      return sendJson(response, 200, JSON.parse(line('', { done: true, done_reason: 'load' })));
    }
    if (body.stream === false) return sendJson(response, 200, JSON.parse(line(pieces.join(''), end)));
    await gate;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const [index, piece] of pieces.entries()) {
      if (index === errorAfter) return void response.end(`${JSON.stringify({ error: 'model runner has stopped' })}\n`);
      if (index === dieAfter) return void response.destroy();
      if (response.destroyed) return;
      response.write(line(piece, { done: false }));
      // Lets each piece reach the client on its own.
      await new Promise(setImmediate);
    }
    response.end(line('', end));
  }

  #find(name: string | undefined): FakeModel | undefined {
    return this.#models.find((model) => model.name === name || model.name === `${name}:latest`);
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Body {
  readonly model?: string;
  readonly input?: string | string[];
  readonly dimensions?: number;
  readonly stream?: boolean;
  readonly think?: boolean;
  readonly messages?: readonly unknown[];
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): Body | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body ?? {}));
}

function refuse(status: number, error: string): Answer {
  return { status, body: { error } };
}

function sendRefusal(response: ServerResponse, status: number, error: string): void {
  sendJson(response, status, { error });
}
