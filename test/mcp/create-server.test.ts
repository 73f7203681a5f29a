import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { NotFoundError, SignInError, UnavailableError, UsageError } from '../../src/errors.ts';
import type { Log } from '../../src/log.ts';
import { defineTool } from '../../src/mcp/define-tool.ts';
import type { ToolAnswer, ToolCall } from '../../src/mcp/tool.ts';
import { connect } from './connect.ts';

const TOKEN = 'f00dfeed'.repeat(5);

function toolThat(
  run: (input: { text?: string | undefined }, call: ToolCall) => Promise<ToolAnswer>,
  output?: z.ZodObject,
) {
  const input = z.object({ text: z.string().optional() });
  return defineTool({ name: 'tool', description: 'A tool.', input, run, ...(output !== undefined && { output }) });
}

const throwing = (error: unknown) => toolThat(() => Promise.reject(error));

describe('an MCP server', () => {
  it('sends an answer once, as compact JSON', async () => {
    await using world = await connect([toolThat(async () => ({ value: { a: [1, 2], b: undefined } }))]);
    const { text, structured } = await world.call('tool');
    assert.equal(text, '{"a":[1,2]}');
    assert.equal(structured, undefined);
  });

  it('sends text and structured content for a tool with an output schema, nullable fields included', async () => {
    const output = z.object({ next: z.number().nullable() });
    await using world = await connect([
      toolThat(async () => ({ value: 'Nothing.', structured: { next: null } }), output),
    ]);
    await world.client.listTools();
    assert.deepEqual(await world.call('tool').then(({ text, structured }) => [text, structured]), [
      'Nothing.',
      { next: null },
    ]);
  });

  it('lists no $schema and no execution', async () => {
    await using world = await connect([toolThat(async () => ({ value: 1 }))]);
    const { tools } = await world.client.listTools();
    assert.deepEqual(tools, [
      {
        name: 'tool',
        description: 'A tool.',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
      },
    ]);
  });

  it('refuses unknown arguments of a plain object by name', async () => {
    await using world = await connect([toolThat(async () => ({ value: 1 }))]);
    const { json, isError } = await world.call('tool', { txt: 'x' });
    assert.equal(isError, true);
    assert.deepEqual(json, {
      error: {
        code: 'usage',
        message: 'txt is no argument of this tool (known are text).',
        next: 'Correct the arguments and call again.',
        field: 'txt',
      },
    });
  });

  for (const [error, code] of [
    [new UsageError('no'), 'usage'],
    [new SignInError('no'), 'sign_in'],
    [new NotFoundError('no'), 'not_found'],
  ] as const)
    it(`tells a ${error.name} with its code and the next step`, async () => {
      await using world = await connect([throwing(error)]);
      const { json, isError } = await world.call('tool');
      assert.equal(isError, true);
      assert.equal(json.error.code, code);
      assert.match(json.error.next, /\w+\.$/);
    });

  it('tells when to try again', async () => {
    await using world = await connect([throwing(new UnavailableError('paperless', 'busy', { retryAfterS: 7 }))]);
    assert.equal((await world.call('tool')).json.error.retry_after_s, 7);
  });

  it('tells nothing of a bug but a number that stands in the log', async () => {
    const lines: object[] = [];
    const log: Log = { debug() {}, info() {}, warn() {}, error: (fields) => lines.push(fields) };
    await using world = await connect([throwing(new TypeError('title of somebody'))], { log });
    const { text, json } = await world.call('tool');
    assert.equal(json.error.code, 'internal');
    assert.doesNotMatch(text, /somebody/);
    assert.ok(text.includes(String((lines[0] as { id?: string }).id)));
  });

  it('never tells the token, also not inside quoted text', async () => {
    const quoted = `Paperless says: "Token ${TOKEN} {\\"password\\": \\"hunter2\\"}"`;
    const tool = throwing(new UsageError(quoted));
    await using world = await connect([tool], { secrets: [TOKEN] });
    const { text } = await world.call('tool');
    assert.doesNotMatch(text, /f00dfeed|hunter2/);
  });

  it('never answers with the token or a secret field', async () => {
    const tool = toolThat(async () => ({ value: { auth_token: 'other', text: `x${TOKEN}x` } }));
    await using world = await connect([tool], { secrets: [TOKEN] });
    assert.equal((await world.call('tool')).text, '{"auth_token":"[masked]","text":"x[masked]x"}');
  });

  it('cuts an answer that is too long, and says so and how to go on', async () => {
    const tool = toolThat(async () => ({ value: '😀'.repeat(5_000), continueWith: 'Go on with page 2.' }));
    await using world = await connect([tool], { maxResultChars: 1_000 });
    const { text } = await world.call('tool');
    assert.ok(text.length <= 1_000 && text.length >= 998);
    assert.ok(text.isWellFormed());
    assert.match(text, /\[cut here: the answer has 10000 characters, 1000 are allowed\. Go on with page 2\.\]$/);
  });

  it('an unknown tool is an answer, not an end', async () => {
    await using world = await connect([]);
    assert.equal((await world.call('nothing')).json.error.code, 'usage');
  });

  it('two tools with one name are a bug that shows at once', async () => {
    const tool = toolThat(async () => ({ value: 1 }));
    await assert.rejects(connect([tool, tool]), /same name/);
  });

  it('tells progress to a client that asked for it, and to no other', async () => {
    const tool = toolThat(async (_, { progress }) => {
      progress(1, 2, 'half');
      return { value: 1 };
    });
    await using world = await connect([tool]);
    const seen: unknown[] = [];
    await world.call('tool');
    await world.call('tool', {}, { onprogress: (progress) => void seen.push(progress) });
    assert.deepEqual(seen, [{ progress: 1, total: 2, message: 'half' }]);
  });

  it('a cancelled call is told to its tool at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = new AbortController();
    const tool = toolThat(async (_, { signal }) => {
      cancel.abort();
      await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
      resolve();
      throw new DOMException('stopped', 'AbortError');
    });
    await using world = await connect([tool]);
    await assert.rejects(world.call('tool', {}, { signal: cancel.signal }));
    await promise;
  });

  it('gives every call its budget', async () => {
    let time = 0;
    const tool = toolThat(async (_, { budget }) => {
      const before = budget.remainingMs();
      time += 5_000;
      return { value: [before, budget.remainingMs(), budget.isSpent()] };
    });
    await using world = await connect([tool], { callBudgetMs: 4_000, now: () => time });
    assert.deepEqual((await world.call('tool')).json, [4_000, 0, true]);
  });
});
