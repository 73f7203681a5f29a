import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface InspectedServer {
  /** The arguments of `node`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Of all tools. Left out: those of `calls`. */
  readonly tools?: readonly string[];
  /** For every tool, arguments of a call that succeeds. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  close(): Promise<void>;
}

/** Folder in which `@modelcontextprotocol/inspector` is installed; `.ci/run` does that. It is no dependency. */
const FOLDER = process.env.INSPECTOR_DIR;

/** A client that nobody here wrote lists and calls every tool of a built server. */
export function describeInspector(name: string, openServer: () => Promise<InspectedServer>): void {
  const skip = FOLDER === undefined && 'INSPECTOR_DIR does not name a folder with the MCP inspector';

  describe(`${name} with the MCP inspector`, { skip }, () => {
    const home = mkdtempSync(join(tmpdir(), 'inspector-home-'));
    let server: InspectedServer;
    before(async () => {
      server = await openServer();
    });
    after(async () => {
      await server.close();
      rmSync(home, { recursive: true, force: true });
    });

    const inspect = async (...options: string[]) => {
      const launcher = join(
        FOLDER ?? '',
        'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      );
      const pairs = Object.entries(server.env).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
      const args = [launcher, '--cli', ...pairs, process.execPath, ...server.args, ...options];
      const { stdout } = await run(process.execPath, args, {
        env: { PATH: process.env.PATH, HOME: home },
        maxBuffer: 2 ** 26,
      });
      // Safe: what comes is looked at by the tests.
      return JSON.parse(stdout) as { tools?: { name: string }[]; content?: { text?: string }[]; isError?: boolean };
    };

    it('lists tools whose schemas have no portability problem', async () => {
      const { tools = [] } = await inspect('--method', 'tools/list', '--strict');
      assert.deepEqual(new Set(tools.map((tool) => tool.name)), new Set(server.tools ?? Object.keys(server.calls)));
    });

    it('calls every tool', async () => {
      for (const [tool, given] of Object.entries(server.calls)) {
        const pairs = Object.entries(given).flatMap(([key, value]) => [
          '--tool-arg',
          `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ]);
        const answer = await inspect('--method', 'tools/call', '--tool-name', tool, ...pairs);
        assert.notEqual(answer.isError, true, `${tool}: ${answer.content?.[0]?.text}`);
      }
    });
  });
}
