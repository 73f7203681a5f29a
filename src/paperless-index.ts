import { findPassages } from './ask/passages.ts';
import { parsePassagesRequest } from './ask/question.ts';
import { toChecksJson, writeChecks } from './cli/doctor-text.ts';
import { writeFailures } from './cli/failures-text.ts';
import { toHitsJson, writeHits } from './cli/hits-text.ts';
import {
  INDEX_FLAGS,
  type IndexRequest,
  parseIndexArguments,
  type RunRequest,
  type SearchRequest,
} from './cli/index-arguments.ts';
import { toIndexHelp } from './cli/index-help.ts';
import { createProgress } from './cli/progress.ts';
import { type ProgramContext, runProgram } from './cli/run-program.ts';
import { writeRun } from './cli/run-text.ts';
import { writeStatus } from './cli/status-text.ts';
import { examine } from './doctor/examine.ts';
import { isAbort, UnavailableError } from './errors.ts';
import type { Log } from './log.ts';
import type { PassageIndex } from './ports.ts';
import { listFailures } from './sync/list-failures.ts';
import { readStatus } from './sync/read-status.ts';
import { runSync } from './sync/run-sync.ts';
import type { SyncRequest, SyncResult } from './sync/sync-deps.ts';
import { createDoctorDeps } from './wiring/checks.ts';
import { createAskDeps, createIndex, createSyncDeps } from './wiring/create-deps.ts';

type Context = ProgramContext<'paperless-index'>;

// What is written below STATE_DIR holds people's papers.
process.umask(0o077);

await runProgram(
  { name: 'paperless-index', help: toIndexHelp, flags: INDEX_FLAGS, parse: parseIndexArguments, run: runCommand },
  process,
);

async function runCommand(request: IndexRequest, context: Context): Promise<number> {
  const index = createIndex(context.config, context.log);
  try {
    switch (request.command) {
      case 'run':
        return await runOnce(request, index, context);
      case 'status':
        return await showStatus(request.json, index, context);
      case 'doctor':
        return await showChecks(request.json, index, context);
      case 'failures':
        return await showFailures(request, index, context);
      case 'search':
        return await search(request, index, context);
    }
  } finally {
    await index.close();
  }
}

async function runOnce(request: RunRequest, index: PassageIndex, context: Context): Promise<number> {
  const { output } = context;
  const { mode, limit, isDryRun, allowMassRemoval } = request;
  try {
    const options = { mode, isDryRun, allowMassRemoval, ...(limit !== undefined && { limit }) };
    const result = await sync(options, request, index, context);
    if (request.json) output.json(result);
    else if (!request.quiet) writeRun(output, result);
    return toExitCode(result);
  } catch (error) {
    const isSkipped = mode === 'tick' && error instanceof UnavailableError && error.service === 'lock';
    if (!isSkipped) throw error;
    // The other run does this one's work too, and the timer comes again.
    if (request.json) output.json({ mode, skipped: error.message });
    else if (!request.quiet) output.line(`Nothing done: ${error.message}`);
    return 0;
  }
}

async function sync(
  options: Omit<SyncRequest, 'signal' | 'report'>,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
  index: PassageIndex,
  { config, log, stderr, signal }: Context,
): Promise<SyncResult> {
  // On a terminal the result stands on stdout already.
  const isCalm = quiet || (stderr.isTTY === true && !json);
  const deps = createSyncDeps(config, index, isCalm ? hideInfo(log) : log);
  const progress = quiet ? undefined : createProgress({ stream: stderr, log, now: () => performance.now() });
  try {
    const run = runSync(deps, { ...options, signal, ...(progress && { report: progress.update }) });
    return await run.finally(() => progress?.end());
  } catch (error) {
    // Somebody at a terminal wonders what becomes of what was done so far.
    if (isAbort(error) && stderr.isTTY && options.isDryRun !== true && !quiet)
      stderr.write('Stopped; the next run goes on from there.\n');
    throw error;
  }
}

function hideInfo(log: Log): Log {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.debug(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

async function showStatus(json: boolean, index: PassageIndex, { config, output, signal }: Context): Promise<number> {
  const status = await readStatus({ index, stateDir: config.STATE_DIR, nowMs: Date.now() }, { signal });
  if (json) output.json(status);
  else writeStatus(output, status);
  return 0;
}

/** 1: something that is needed doesn't work. */
async function showChecks(
  json: boolean,
  index: PassageIndex,
  { config, log, output, signal }: Context,
): Promise<number> {
  const checks = await examine(createDoctorDeps(config, index, log), { signal });
  if (json) output.json(toChecksJson(checks));
  else writeChecks(output, checks);
  return checks.some(({ state }) => state === 'failed') ? 1 : 0;
}

async function showFailures(
  request: Extract<IndexRequest, { command: 'failures' }>,
  index: PassageIndex,
  context: Context,
): Promise<number> {
  const { output, config } = context;
  const result = request.retry ? await sync({ mode: 'tick', retryFailed: true }, request, index, context) : undefined;
  const failures = listFailures(config.STATE_DIR);
  if (request.json) output.json({ failures, ...(result && { run: result }) });
  else if (!request.quiet) {
    if (result !== undefined) writeRun(output, result);
    writeFailures(output, failures);
  }
  return result === undefined ? 0 : toExitCode(result);
}

async function search(request: SearchRequest, index: PassageIndex, { config, log, output, signal }: Context) {
  const { words, filters, limit } = request;
  const question = parsePassagesRequest({ q: words, ...(filters && { filters }) });
  const deps = createAskDeps(config, index, log);
  const found = await findPassages({ ...question, asker: { kind: 'everyone' } }, limit, deps, { signal });
  if (request.json) output.json(toHitsJson(found));
  else writeHits(output, found);
  return 0;
}

/** 1: it ran, but documents failed or a removal was refused. */
function toExitCode(result: SyncResult): number {
  return result.failed > 0 || result.refused !== undefined ? 1 : 0;
}
