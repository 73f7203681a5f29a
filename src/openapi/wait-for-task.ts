import { z } from 'zod';
import { isKnownError, UsageError } from '../errors.ts';
import type { ToolCall } from '../mcp/tool.ts';
import type { Services } from './services.ts';

/** Of version 10 and of 9, which wrote the state large and one document's id as a text. */
const taskSchema = z.looseObject({
  status: z.string().transform((status) => status.toLowerCase()),
  related_document_ids: z.array(z.number()).optional(),
  related_document: z.coerce.number().nullish(),
  result_data: z.looseObject({ error_message: z.string().optional() }).nullish(),
  result: z.string().nullish(),
});
const tasksSchema = z.union([z.array(taskSchema), z.looseObject({ results: z.array(taskSchema) })]);

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 2_000;
/** Left for the answer. */
const RESERVE_MS = 3_000;

/**
 * What has become of an uploaded file: the id it got, named as `idName` (a document's and a version's are no different in
 * the task), or, when the call's time is up, the task to ask for later.
 */
export async function waitForTask(
  taskId: string,
  idName: 'document_id' | 'version_id',
  { client, waits }: Pick<Services, 'client' | 'waits'>,
  { signal, budget, progress }: ToolCall,
): Promise<object> {
  let waitMs = FIRST_WAIT_MS;
  for (let asked = 1; ; asked++) {
    const { task, problem } = await findTask(taskId, client, signal);
    // Failed, the file would be sent once more.
    if (problem !== undefined) return toPending(taskId, `Paperless has the file, but: ${problem} `);
    if (task?.status === 'success') {
      const ids = task.related_document_ids ?? (task.related_document ? [task.related_document] : []);
      return { status: 'success', [idName]: ids[0], task_id: taskId };
    }
    if (task?.status === 'failure' || task?.status === 'revoked') {
      const reason = task.result_data?.error_message ?? task.result ?? 'no reason given';
      throw new UsageError(`Paperless could not take the file in (task ${taskId}): ${reason}`);
    }
    progress(asked, undefined, 'Paperless is working on the file');
    if (budget.remainingMs() < waitMs + RESERVE_MS) return toPending(taskId);
    await waits.sleep(waitMs, signal);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  }
}

/** How far Paperless is (no task yet: it has not begun), or why it doesn't say. */
async function findTask(
  taskId: string,
  client: Services['client'],
  signal: AbortSignal,
): Promise<{ task?: z.output<typeof taskSchema> | undefined; problem?: string }> {
  try {
    const answer = await client.json({ path: '/api/tasks/', query: { task_id: taskId } }, tasksSchema, { signal });
    return { task: Array.isArray(answer) ? answer[0] : answer.results[0] };
  } catch (error) {
    if (!isKnownError(error)) throw error;
    return { problem: error.message };
  }
}

function toPending(taskId: string, before = ''): object {
  const next = `${before}Ask tasks_list with task_id ${taskId} later; do not upload again.`;
  return { status: 'pending', task_id: taskId, next };
}
