import { z } from 'zod';
import { ConfigError, NotFoundError, UnavailableError } from '../../errors.ts';
import type { ToolCall } from '../../mcp/tool.ts';
import type { Id } from '../../model.ts';
import { IdRow, pageOf } from '../../paperless/answers.ts';
import type { PaperlessAnswer } from '../../paperless/exchange.ts';
import type { Page } from '../../paperless/pages.ts';
import { parseJson } from '../../paperless/parse-json.ts';
import type { Query } from '../../paperless/query.ts';
import { isWebPage } from '../../paperless/quote.ts';
import { type HealthRequestDeps, type Reply, sendWithin } from './health-requests.ts';

/** Thrown in the middle of a phase; the report says what was done until then. */
export class OutOfBudget extends Error {}

export const AddedRow = IdRow.extend({ added: z.string() });
export type AddedRow = z.output<typeof AddedRow>;

export const WorkflowRow = z.object({
  id: z.number().int(),
  name: z.string(),
  enabled: z.boolean(),
  triggers: z.array(z.object({ type: z.number().int() })),
});
export type WorkflowRow = z.output<typeof WorkflowRow>;

/** Both shapes: the real answer nests, the API description does not. Anything else is "not known". */
const StatusBody = z.object({
  tasks: z.object({ index_status: z.string().nullish(), index_error: z.string().nullish() }).nullish(),
  index: z.object({ status: z.string().nullish(), error: z.string().nullish() }).nullish(),
});

// Made once: a schema costs more than what it checks here.
const IdPage = pageOf(IdRow);
const AddedPage = pageOf(AddedRow);
const WorkflowPage = pageOf(WorkflowRow);

/** `broken`: 400 or 500 for a query that is valid. */
export type Searched = 'ok' | 'broken';

/** The single questions to Paperless, in its own terms. Each throws `OutOfBudget`, the project's errors, or an `AbortError`. */
export interface Probes {
  readonly now: () => number;
  readonly remainingMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly tell: (message: string) => void;
  searchAll(): Promise<Searched>;
  readStatus(): Promise<{ status: string | null; error: string | null } | 'broken'>;
  /** Newest ids first; undefined past the end. */
  readPage(page: number, size: number): Promise<Page<AddedRow> | undefined>;
  /** Those of `ids` that the index has for sure. Says nothing of the others. */
  findAny(ids: readonly Id[]): Promise<ReadonlySet<Id>>;
  /** Whether the index has `id`; undefined when Paperless refuses the question. */
  find(id: Id): Promise<boolean | undefined>;
  readWorkflows(page: number): Promise<Page<WorkflowRow>>;
  /** Saves a document as it is. */
  touch(id: Id): Promise<Reply>;
}

const WORKFLOW_PAGE = 100;

/** What a search answers when its index can't be opened, whatever the query. */
const BROKEN = [400, 500];

const BAD_HOST =
  'Paperless or a proxy refused a search as a bad request, with a web page. Add the host name of PAPERLESS_API_URL to PAPERLESS_ALLOWED_HOSTS (or PAPERLESS_URL) of Paperless.';

export function createProbes(deps: HealthRequestDeps, progress: ToolCall['progress']): Probes {
  const { waits, budget, signal } = deps;
  let steps = 0;

  async function ask(
    path: string,
    query: Query,
    isAnswer: (status: number) => boolean = () => false,
  ): Promise<PaperlessAnswer> {
    const reply = await sendWithin({ path, query }, isAnswer, deps);
    if (reply.kind === 'out_of_budget') throw new OutOfBudget();
    if (reply.kind === 'failed') throw reply.error;
    if (reply.answer.status !== 429) return reply.answer;
    const message = `Paperless keeps throttling requests (429 for GET ${path}). Try again later.`;
    throw new UnavailableError('paperless', message);
  }

  async function search(query: string, more: Query): Promise<readonly Id[] | 'broken'> {
    const answer = await ask('/api/documents/', { query, ...more, fields: 'id' }, (status) => BROKEN.includes(status));
    if (answer.status === 400 && isWebPage(new TextDecoder().decode(answer.bytes))) throw new ConfigError(BAD_HOST);
    if (BROKEN.includes(answer.status)) return 'broken';
    return read(answer, IdPage, 'GET /api/documents/').results.map(({ id }) => id);
  }

  return {
    now: () => waits.now(),
    remainingMs: () => budget.remainingMs(),
    sleep: (ms) => waits.sleep(ms, signal),
    tell: (message) => {
      steps += 1;
      progress(steps, undefined, message);
    },
    searchAll: async () => ((await search('*', { page_size: 1 })) === 'broken' ? 'broken' : 'ok'),
    async readStatus() {
      const reply = await sendWithin({ path: '/api/status/' }, (status) => status === 500, deps);
      if (reply.kind === 'out_of_budget') throw new OutOfBudget();
      // Most tokens may not ask (403); whatever else goes wrong here says nothing about the index either.
      if (reply.kind === 'failed' || reply.answer.status === 429) return { status: null, error: null };
      if (reply.answer.status === 500) return 'broken';
      const parsed = parseJson(reply.answer, StatusBody, 'GET /api/status/');
      const { tasks, index } = 'value' in parsed ? parsed.value : {};
      return {
        status: tasks?.index_status ?? index?.status ?? null,
        error: tasks?.index_error ?? index?.error ?? null,
      };
    },
    async readPage(page, size) {
      const query = { fields: ['id', 'added'], ordering: '-id', page, page_size: size };
      try {
        return read(await ask('/api/documents/', query), AddedPage, 'GET /api/documents/');
      } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        throw error;
      }
    },
    async findAny(ids) {
      if (ids.length === 0) return new Set();
      const rows = await search('*', { id__in: ids, page_size: ids.length });
      return rows === 'broken' ? new Set() : new Set(rows).intersection(new Set(ids));
    },
    async find(id) {
      // Fuzzy settings of Paperless add documents that only look alike.
      const rows = await search(`id:${id}`, { page_size: 100 });
      return rows === 'broken' ? undefined : rows.includes(id);
    },
    async readWorkflows(page) {
      const answer = await ask('/api/workflows/', { page, page_size: WORKFLOW_PAGE });
      return read(answer, WorkflowPage, 'GET /api/workflows/');
    },
    touch: (id) =>
      sendWithin(
        { method: 'PATCH', path: `/api/documents/${id}/`, query: { fields: ['id', 'versions'] }, body: {} },
        (status) => status >= 400 && status < 500 && status !== 401,
        deps,
      ),
  };
}

function read<T>(answer: PaperlessAnswer, schema: z.ZodType<T>, label: string): T {
  const outcome = parseJson(answer, schema, label);
  if ('value' in outcome) return outcome.value;
  throw outcome.error;
}
