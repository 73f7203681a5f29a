import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { type Host, type ProgramContext, runProgram } from '../../src/cli/run-program.ts';
import { ConfigError, StorageError, UnavailableError, UsageError } from '../../src/errors.ts';
import { captureStream } from './capture-stream.ts';

type Context = ProgramContext<'paperless-index'>;

/** A process that can be looked at, and be sent signals. */
function createHost(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const events = new EventEmitter();
  const exits: unknown[] = [];
  const stdout = captureStream();
  const stderr = captureStream();
  const host = {
    argv: ['node', 'program', ...args],
    env,
    stdout,
    stderr,
    exitCode: undefined,
    on: events.on.bind(events),
    exit: (code?: unknown) => exits.push(code),
  } as unknown as Host;
  return { host, events, exits, stdout, stderr };
}

async function run(work: (context: Context) => Promise<number | undefined>, args: readonly string[] = []) {
  const world = createHost(args, { STATE_DIR: '/nowhere', LOG_LEVEL: 'info' });
  const definition = {
    name: 'paperless-index' as const,
    help: (command: string | undefined) => `help for ${command}\n`,
    parse: (given: readonly string[]) => given,
    run: (_request: readonly string[], context: Context) => work(context),
  };
  await runProgram(definition, world.host);
  return { code: world.host.exitCode, stdout: world.stdout.text(), stderr: world.stderr.text() };
}

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('runProgram', () => {
  it('exits with what the work returns, or 0', async () => {
    assert.equal((await run(async () => 1)).code, 1);
    assert.equal((await run(async () => undefined)).code, 0);
  });

  for (const [error, code] of [
    [new UsageError('no such thing'), 64],
    [new StorageError('the disk is full'), 74],
    [new UnavailableError('lock', 'another one is at work'), 75],
    [new ConfigError('the setting is wrong'), 78],
  ] as const) {
    it(`makes one line and exit ${code} of a ${error.name}`, async () => {
      const {
        code: actual,
        stderr,
        stdout,
      } = await run(async () => {
        throw error;
      });
      assert.equal(actual, code);
      assert.match(stderr, new RegExp(`^paperless-index: ${error.message}.*\n$`));
      assert.equal(stdout, '');
    });
  }

  it('exits 70 for a bug, its stack in the log', async () => {
    const { code, stderr } = await run(async () => {
      throw new TypeError('undefined is not a function');
    });
    assert.equal(code, 70);
    const [line = '', message] = stderr.split('\n');
    assert.match(JSON.parse(line).error.stack, /TypeError: undefined is not a function\n {4}at /);
    assert.match(message ?? '', /a bug: please report it/);
  });

  it('shows help and version before anything is parsed or configured', async () => {
    for (const args of [['search', '--help'], ['-h'], ['--version']]) {
      const { host, stdout, stderr } = createHost(args, { LOG_LEVEL: 'nonsense' });
      const definition = {
        name: 'paperless-index' as const,
        help: (command: string | undefined) => `help for ${command}\n`,
        parse: () => assert.fail('not needed'),
        run: () => assert.fail('not needed'),
      };
      await runProgram(definition, host);
      assert.match(stdout.text(), /^(help for (search|undefined)|paperless-index \d+\.\d+\.\d+)\n$/);
      assert.equal(stderr.text(), '');
    }
  });

  it('takes --help behind -- as a word', async () => {
    assert.equal((await run(async () => 3, ['--', '--help'])).code, 3);
  });

  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`aborts the work at ${name} and exits ${code}`, async () => {
      const { host, events, stderr } = createHost([], { STATE_DIR: '/nowhere' });
      const definition = {
        name: 'paperless-index' as const,
        help: () => '',
        parse: () => undefined,
        run: async (_request: undefined, { signal }: Context) => {
          const work = never(signal);
          events.emit(name);
          return work;
        },
      };
      await runProgram(definition, host);
      assert.equal(host.exitCode, code);
      assert.equal(stderr.text(), '');
    });
  }

  it('ends at once at the second signal', async () => {
    const { host, events, exits } = createHost([], { STATE_DIR: '/nowhere' });
    const definition = {
      name: 'paperless-index' as const,
      help: () => '',
      parse: () => undefined,
      run: async () => {
        events.emit('SIGTERM');
        assert.deepEqual(exits, []);
        events.emit('SIGTERM');
        return 0;
      },
    };
    await runProgram(definition, host);
    assert.deepEqual(exits, [143]);
  });

  it('takes an abort that nobody asked for as a bug', async () => {
    const { code } = await run(async () => {
      throw new DOMException('aborted', 'AbortError');
    });
    assert.equal(code, 70);
  });

  for (const [code, exitCode, message] of [
    ['EPIPE', 0, /^$/],
    ['ENOSPC', 74, /the output could not be written \(ENOSPC\)/],
  ] as const) {
    it(`aborts the work and exits ${exitCode} when stdout fails with ${code}`, async () => {
      const { host, stdout, stderr } = createHost([], { STATE_DIR: '/nowhere' });
      const definition = {
        name: 'paperless-index' as const,
        help: () => '',
        parse: () => undefined,
        run: async (_request: undefined, { signal }: Context) => {
          const work = never(signal);
          stdout.emit('error', Object.assign(new Error('write'), { code }));
          return work;
        },
      };
      await runProgram(definition, host);
      assert.equal(host.exitCode, exitCode);
      assert.match(stderr.text(), message);
    });
  }
});
