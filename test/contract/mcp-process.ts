import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type McpCommand, type McpProcess, startMcp } from '../mcp/start-mcp.ts';

export interface CallOfTool {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface McpProcessWorld {
  readonly command: McpCommand;
  /** A call that is answered at once. */
  readonly quick: CallOfTool;
  /** An argument of some tool that takes a text; it is sent twelve million characters. */
  readonly text: { readonly name: string; readonly argument: string };
  /** A call that is answered when it is released; `begun` resolves once it is under way. Left out: not possible here. */
  readonly slow?: CallOfTool & { begun(): Promise<void>; release(): void };
  /** Never in stdout or stderr. */
  readonly secrets?: readonly string[];
  close(): Promise<void>;
}

/** From the event to the end of the process, on a machine that is not busy with something else. */
const PATIENCE_MS = 2_000;

const USUAL_START_MS = 500;

const NOISY = pathToFileURL(join(import.meta.dirname, '..', 'mcp', 'noisy-dependency.ts')).href;

/** How a server behaves as a process, whatever its tools are. Each test gets a world of its own. */
export function describeMcpProcess(name: string, createWorld: () => Promise<McpProcessWorld>): void {
  describe(`${name} as a process`, () => {
    it('lists its tools, answers a call and ends with its stdin', async () => {
      await using world = await openWorld();
      const { server } = world;
      const { result } = await server.initialize();
      assert.equal(result?.serverInfo?.name, name);
      const names = (await server.request('tools/list')).result?.tools?.map((tool) => tool.name) ?? [];
      assert.ok(names.includes(world.quick.name), names.join(', '));
      assert.notEqual((await server.call(world.quick.name, world.quick.arguments)).result?.isError, true);
      assert.deepEqual(await end(server, () => server.child.stdin.end()), { code: 0, signal: null });
      assertPure(server, world);
    });

    it('keeps stdout for the protocol when a dependency prints', async () => {
      await using world = await openWorld({ noisy: true });
      const { server } = world;
      await server.initialize();
      await server.call(world.quick.name, world.quick.arguments);
      await end(server, () => server.child.stdin.end());
      const { stderr } = await server.finished;
      assert.match(stderr, /noise by console/);
      assert.match(stderr, /noise by write/);
      assert.match(stderr, /noise by descriptor/);
      assertPure(server, world);
    });

    it('answers a call in flight when stdin is closed, then ends', async (test) => {
      await using world = await openWorld();
      const { server, slow } = world;
      if (slow === undefined) return test.skip('this server has no slow call');
      await server.initialize();
      const answer = server.call(slow.name, slow.arguments);
      await slow.begun();
      const ended = end(server, () => server.child.stdin.end());
      slow.release();
      assert.notEqual((await answer).result?.isError, true);
      assert.deepEqual(await ended, { code: 0, signal: null });
    });

    it('ends within two seconds of a closed stdin though a call never ends', async (test) => {
      await using world = await openWorld();
      const { server, slow } = world;
      if (slow === undefined) return test.skip('this server has no slow call');
      await server.initialize();
      server.call(slow.name, slow.arguments).catch(() => {});
      await slow.begun();
      assert.deepEqual(await end(server, () => server.child.stdin.end()), { code: 0, signal: null });
    });

    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const)
      it(`ends within two seconds of ${signal}, with a call in flight`, async () => {
        await using world = await openWorld();
        const { server, slow } = world;
        await server.initialize();
        if (slow !== undefined) {
          server.call(slow.name, slow.arguments).catch(() => {});
          await slow.begun();
        }
        assert.deepEqual(await end(server, () => server.child.kill(signal)), { code, signal: null });
      });

    it('ends when the reader of stdout is gone though stdin stays open: EPIPE', async () => {
      await using world = await openWorld();
      const { server } = world;
      await server.initialize();
      const ended = await end(server, () => {
        server.child.stdout.destroy();
        for (const id of [901, 902, 903]) server.send({ id, method: 'tools/list' });
      });
      assert.equal(ended.signal, null);
    });

    it('ends when stdout and stderr are gone: no loop of failing log lines', async () => {
      await using world = await openWorld();
      const { server } = world;
      await server.initialize();
      const ended = await end(server, () => {
        server.child.stderr.destroy();
        server.child.stdout.destroy();
        server.send({ id: 901, method: 'tools/call', params: world.quick });
        server.send({ id: 902, method: 'tools/call', params: world.quick });
      });
      assert.equal(ended.signal, null);
    });

    it('takes a message of 12 MB and goes on', async () => {
      await using world = await openWorld();
      const { server } = world;
      await server.initialize();
      const { result } = await server.call(world.text.name, { [world.text.argument]: 'x'.repeat(12_000_000) });
      assert.equal(result?.isError, true);
      assert.ok((result?.content?.[0]?.text?.length ?? 0) < 2_000);
      assert.notEqual((await server.call(world.quick.name, world.quick.arguments)).result?.isError, true);
    });

    it('survives what is no JSON and no message', async () => {
      await using world = await openWorld();
      const { server } = world;
      await server.initialize();
      server.child.stdin.write('{"jsonrpc": oops\n\n[]\n{"id":7}\n\u0000\n');
      assert.ok((await server.request('tools/list')).result?.tools);
    });

    it('serves two clients at once in two processes', async () => {
      await using world = await openWorld();
      const other = startMcp(world.command);
      const answers = await Promise.all(
        [world.server, other].map(async (server) => {
          await server.initialize();
          return server.call(world.quick.name, world.quick.arguments);
        }),
      );
      assert.deepEqual(answers[0]?.result, answers[1]?.result);
      await end(other, () => other.child.stdin.end());
      assert.ok((await world.server.request('tools/list')).result?.tools);
    });

    it('leaves no process behind', async () => {
      await using world = await openWorld();
      const { server } = world;
      await server.initialize();
      await server.call(world.quick.name, world.quick.arguments);
      const children = listChildren(server.child.pid ?? 0);
      await end(server, () => server.child.stdin.end());
      assert.deepEqual(
        children.filter((pid) => existsSync(`/proc/${pid}`)),
        [],
      );
    });

    it('answers --version on stdout', async () => {
      await using world = await openWorld();
      const { lines, code } = await startMcp({
        ...world.command,
        args: [...world.command.args, '--version'],
      }).finished;
      assert.equal(code, 0);
      assert.match(lines.join('\n'), new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`));
    });
  });

  async function openWorld({ noisy = false } = {}) {
    const world = await createWorld();
    const args = noisy ? ['--import', NOISY, ...world.command.args] : world.command.args;
    const server = startMcp({ ...world.command, args });
    return {
      ...world,
      server,
      async [Symbol.asyncDispose]() {
        server.child.kill('SIGKILL');
        await server.finished;
        await world.close();
      },
    };
  }
}

/** Does `cause` and tells how the process ended; fails when that takes too long. */
async function end(server: McpProcess, cause: () => unknown): Promise<{ code: number | null; signal: string | null }> {
  const started = performance.now();
  cause();
  // Not `close`: a stream that the test itself has closed would hold it back.
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    server.child.once('exit', (...result) => resolve(result));
  });
  const took = performance.now() - started;
  // A busy machine is slow at everything: how long the server took to start tells how much.
  const slack = Math.max(0, server.startMs() - USUAL_START_MS);
  assert.ok(took < PATIENCE_MS + slack, `took ${Math.round(took)} ms to end`);
  return { code, signal };
}

function assertPure(server: McpProcess, { secrets = [] }: McpProcessWorld): void {
  for (const line of server.lines) assert.equal((JSON.parse(line) as { jsonrpc?: string }).jsonrpc, '2.0');
  for (const secret of secrets) assert.ok(!server.lines.join('\n').includes(secret), 'a secret stands in stdout');
}

function listChildren(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .flatMap((one) => Number(one) || []),
    );
  } catch {
    return [];
  }
}
