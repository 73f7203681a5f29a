import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ToolCall } from '../../src/mcp/tool.ts';
import type { Services } from '../../src/openapi/services.ts';
import { waitForTask } from '../../src/openapi/wait-for-task.ts';

it('a bug while the task is looked at is no file that Paperless still works on', async () => {
  const client = { json: () => Promise.reject(new TypeError('task.status is no function')) };
  const services = { client, waits: {} } as unknown as Services;
  const call = { signal: new AbortController().signal } as ToolCall;
  await assert.rejects(waitForTask('t-1', 'document_id', services, call), TypeError);
});
