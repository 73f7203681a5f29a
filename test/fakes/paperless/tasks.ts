import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Id, Instant } from '../../../src/model.ts';
import { hasRight } from './access.ts';
import { type Env, type FakeContext, FORBIDDEN, json } from './answer.ts';
import type { FakeLibrary } from './library.ts';
import type { FakeUser } from './objects.ts';
import { paginate } from './paginate.ts';
import { readJsonBody } from './read-json-body.ts';
import { toServerTime } from './time.ts';

/** A file that waits to be taken in. Whoever asks for it first still sees it waiting; then the worker has been there. */
export interface FakeTask {
  readonly id: Id;
  readonly task_id: string;
  readonly created: Instant;
  readonly input: object;
  readonly owner: Id | null;
  readonly source: 'api_upload' | 'web_ui';
  /** Gives the document's or version's id; throws what Paperless calls the error. */
  readonly work: () => Id;
  status: 'pending' | 'success' | 'failure';
  done: Instant | undefined;
  document: Id | undefined;
  problem: string | undefined;
  acknowledged: boolean;
}

type NewTask = Pick<FakeTask, 'input' | 'owner' | 'source' | 'work'> & Partial<Pick<FakeTask, 'task_id'>>;

export function addTask(library: FakeLibrary, given: NewTask): FakeTask {
  const task: FakeTask = {
    id: library.tasks.length + 1,
    task_id: randomUUID(),
    ...given,
    created: library.clock.tick(),
    status: 'pending',
    done: undefined,
    document: undefined,
    problem: undefined,
    acknowledged: false,
  };
  library.tasks.push(task);
  return task;
}

export function createTasks(): Hono<Env> {
  const app = new Hono<Env>();

  // Not paginated.
  app.get('/api/tasks/active/', (context) => {
    const tasks = listTasks(context);
    return tasks instanceof Response ? tasks : json(context, tasks.filter(isWaiting).map(toAnswer));
  });

  app.get('/api/tasks/status_counts/', (context) => {
    const tasks = listTasks(context);
    if (tasks instanceof Response) return tasks;
    const failed = tasks.filter(({ status }) => status === 'failure').length;
    const waiting = tasks.filter(isWaiting).length;
    const completed = tasks.length - failed - waiting;
    return json(context, { all: tasks.length, needs_attention: failed, in_progress: waiting, completed });
  });

  app.get('/api/tasks/summary/', (context) => {
    const tasks = listTasks(context);
    if (tasks instanceof Response) return tasks;
    return json(context, tasks.length === 0 ? [] : [toSummary(tasks)]);
  });

  app.post('/api/tasks/acknowledge/', async (context) => {
    const tasks = listTasks(context);
    if (tasks instanceof Response) return tasks;
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const ids = Array.isArray(body.tasks) ? body.tasks : [];
    const named = tasks.filter(({ id }) => body.all === true || ids.includes(id));
    for (const task of named) task.acknowledged = true;
    return json(context, { result: named.length });
  });

  app.get('/api/tasks/', (context) => {
    const tasks = listTasks(context);
    if (tasks instanceof Response) return tasks;
    const { task_id, status, acknowledged } = context.req.query();
    const found = tasks.filter(
      (task) =>
        (task_id === undefined || task.task_id === task_id) &&
        (status === undefined || (context.req.queries('status') ?? []).includes(task.status)) &&
        (acknowledged === undefined || String(task.acknowledged) === acknowledged),
    );
    const answer = paginate(context, found.toReversed(), toAnswer);
    if (task_id !== undefined) for (const task of found) work(task, context.get('fake').library);
    return answer;
  });

  app.get('/api/tasks/:id/', (context) => {
    const tasks = listTasks(context);
    if (tasks instanceof Response) return tasks;
    const task = tasks.find(({ id }) => id === Number(context.req.param('id')));
    return task
      ? json(context, toAnswer(task))
      : json(context, { detail: 'No PaperlessTask matches the given query.' }, 404);
  });

  return app;
}

function listTasks(context: FakeContext): FakeTask[] | Response {
  const { library } = context.get('fake');
  const user: FakeUser = context.get('user');
  if (!hasRight(library, user, 'view_paperlesstask')) return json(context, FORBIDDEN, 403);
  return library.tasks.filter(({ owner }) => user.is_superuser || owner === null || owner === user.id);
}

function isWaiting({ status }: FakeTask): boolean {
  return status === 'pending';
}

/** The worker gets to a task. */
export function work(task: FakeTask, library: FakeLibrary): void {
  if (!isWaiting(task) || !library.isWorkerRunning) return;
  try {
    task.document = task.work();
    task.status = 'success';
  } catch (error) {
    task.problem = error instanceof Error ? error.message : String(error);
    task.status = 'failure';
  }
  task.done = library.clock.now();
}

function toAnswer(task: FakeTask): object {
  const { id, task_id, status, source, created, done, document, problem, input, owner, acknowledged } = task;
  const time = (instant: Instant | undefined) => (instant === undefined ? null : toServerTime(instant));
  const failed = { error_type: 'ConsumerError', error_message: problem, traceback: '  File "…"' };
  return {
    id,
    task_id,
    task_type: 'consume_file',
    task_type_display: 'Consume File',
    trigger_source: source,
    trigger_source_display: source === 'web_ui' ? 'Web UI' : 'API Upload',
    status,
    status_display: `${status.charAt(0).toUpperCase()}${status.slice(1)}`,
    date_created: time(created),
    date_started: time(done === undefined ? undefined : created),
    date_done: time(done),
    duration_seconds: done === undefined ? null : 0.70083,
    wait_time_seconds: done === undefined ? null : 0.030652,
    input_data: input,
    result_data: problem !== undefined ? failed : document !== undefined ? { document_id: document } : null,
    related_document_ids: document === undefined ? [] : [document],
    acknowledged,
    owner,
  };
}

function toSummary(tasks: readonly FakeTask[]): object {
  const count = (status: FakeTask['status']) => tasks.filter((task) => task.status === status).length;
  const last = (status?: FakeTask['status']) => {
    const task = tasks.findLast((one) => status === undefined || one.status === status);
    return task === undefined ? null : toServerTime(task.done ?? task.created);
  };
  return {
    task_type: 'consume_file',
    total_count: tasks.length,
    pending_count: count('pending'),
    success_count: count('success'),
    failure_count: count('failure'),
    avg_duration_seconds: 0.70083,
    avg_wait_time_seconds: 0.030652,
    last_run: last(),
    last_success: last('success'),
    last_failure: last('failure'),
  };
}
