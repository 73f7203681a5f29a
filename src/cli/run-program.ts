import { readFileSync } from 'node:fs';
import { type Config, type Environment, type Program, parseConfig } from '../config/config.ts';
import { isAbort, isKnownError, UsageError } from '../errors.ts';
import { createLog, type Log } from '../log.ts';
import type { Flags } from './args.ts';
import { toTerminalText } from './clean-text.ts';
import { refuseKeptFlags } from './npm-flags.ts';
import { createOutput, type Output, type OutputStream } from './output.ts';
import { readVersion } from './read-version.ts';

/** One program: everything `runProgram` needs to know about it. `A` is what its arguments parse to. */
export interface ProgramDefinition<P extends Program, A> {
  readonly name: P;
  /** `command` is the first word of the arguments, when it begins with one. */
  readonly help: (command: string | undefined) => string;
  /** All of its flags, where npm may start it. */
  readonly flags?: Flags;
  /** Pure; throws `UsageError`. */
  readonly parse: (args: readonly string[]) => A;
  /** Changes the environment before it is parsed (`--demo`). */
  readonly prepare?: (request: A, env: Environment) => Environment;
  /** Does the work and returns the exit code (nothing = 0). After an abort it saves what it has and throws the `AbortError`. */
  readonly run: (request: A, context: ProgramContext<P>) => Promise<number | undefined>;
}

export interface ProgramContext<P extends Program> {
  readonly config: Config<P>;
  readonly log: Log;
  /** Data only, on stdout. */
  readonly output: Output;
  /** For progress and messages to people; never data. */
  readonly stderr: NodeJS.WriteStream;
  /** Aborted by SIGINT, SIGTERM, SIGHUP, or a reader of stdout that went away. */
  readonly signal: AbortSignal;
}

/** The part of `process` the runner uses; the programs pass `process` itself. */
export type Host = Pick<NodeJS.Process, 'argv' | 'env' | 'stderr' | 'on' | 'exit'> & {
  readonly stdout: OutputStream;
  exitCode?: NodeJS.Process['exitCode'];
};

/** From the first signal to the end, whatever still runs. */
const PATIENCE_MS = 5_000;

/** stdout can't be written (disk full): as for `StorageError`. */
const OUTPUT_FAILED = 74;

/**
 * Runs a program from its arguments to its exit code: help and version (without any configuration), arguments,
 * environment, signals, and the one line on stderr that an expected error becomes. A bug exits 70, its stack in the log.
 */
export async function runProgram<P extends Program, A>(definition: ProgramDefinition<P, A>, host: Host): Promise<void> {
  const stop = listen(host);
  const args = host.argv.slice(2);
  let log: Log | undefined;
  try {
    const output = createOutput(host.stdout);
    const shown = renderHelpOrVersion(definition, args);
    if (shown !== undefined) {
      output.write(shown);
      return;
    }
    refuseKeptFlags(definition.name, definition.flags ?? {}, args, host.env);
    const request = definition.parse(args);
    const env = definition.prepare?.(request, host.env) ?? host.env;
    const config = parseConfig(definition.name, env, (path) => readFileSync(path, 'utf8'));
    log = createLog({ name: definition.name, level: config.LOG_LEVEL, stderr: host.stderr });
    const { signal } = stop;
    const code = await definition.run(request, { config, log, output, stderr: host.stderr, signal });
    host.exitCode = code ?? 0;
  } catch (error) {
    const isStopped = isAbort(error) && stop.signal.aborted;
    host.exitCode = isStopped ? stop.exitCode() : report(error, definition.name, host.stderr, log);
  } finally {
    if (stop.exitCode() === OUTPUT_FAILED) host.exitCode = OUTPUT_FAILED;
    // A connection somebody forgot must not keep a finished program alive.
    setTimeout(() => host.exit(), 1_000).unref();
  }
}

function renderHelpOrVersion<P extends Program, A>(
  definition: ProgramDefinition<P, A>,
  args: readonly string[],
): string | undefined {
  const end = args.indexOf('--');
  const flags = end === -1 ? args : args.slice(0, end);
  const [first] = args;
  if (flags.includes('--help') || flags.includes('-h')) {
    return definition.help(first?.startsWith('-') === false ? first : undefined);
  }
  return flags.includes('--version') ? `${definition.name} ${readVersion()}\n` : undefined;
}

/** The first signal aborts and gives the work five seconds; the second one ends it at once. */
function listen(host: Host): { signal: AbortSignal; exitCode: () => number } {
  const controller = new AbortController();
  let exitCode = 0;
  const stop = (code: number) => {
    if (controller.signal.aborted) host.exit(code);
    exitCode = code;
    setTimeout(() => host.exit(code), PATIENCE_MS).unref();
    controller.abort();
  };
  host.on('SIGINT', () => stop(130));
  host.on('SIGTERM', () => stop(143));
  // The terminal was closed.
  host.on('SIGHUP', () => stop(129));
  host.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `paperless-index search … | head`: the reader has what it wanted, so EPIPE is a quiet end.
    if (error.code !== 'EPIPE') {
      host.stderr.write(`the output could not be written (${error.code ?? error.name})\n`);
      exitCode = OUTPUT_FAILED;
      host.exitCode = OUTPUT_FAILED;
    }
    controller.abort();
  });
  // Nobody reads the log any more: no reason to stop working.
  host.stderr.on('error', () => {});
  return { signal: controller.signal, exitCode: () => exitCode };
}

function report(error: unknown, name: string, stderr: NodeJS.WriteStream, log: Log | undefined): number {
  if (isKnownError(error)) {
    // Once the program runs, its arguments were fine and the message says what was not.
    const hint = error instanceof UsageError && log === undefined ? ` (${name} --help shows what there is)` : '';
    const prefix = error.message.startsWith(name) ? '' : `${name}: `;
    // Names out of the library are in some messages.
    stderr.write(`${toTerminalText(`${prefix}${error.message}${hint}`)}\n`);
    return error.exitCode;
  }
  (log ?? createLog({ name, level: 'error', stderr })).error({ error }, 'internal error');
  stderr.write(`${name}: internal error, a bug: please report it with the log line above\n`);
  return 70;
}
