import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerQuestion } from './ask/answer.ts';
import type { AskDeps } from './ask/deps.ts';
import { parseQuestion } from './ask/question.ts';
import { writeAnswer } from './cli/answer-text.ts';
import { ASK_FLAGS, type AskRequest, parseAskArguments } from './cli/ask-arguments.ts';
import { toAskHelp } from './cli/ask-help.ts';
import { runChat } from './cli/chat.ts';
import { chooseAsker } from './cli/choose-asker.ts';
import { type ProgramContext, runProgram } from './cli/run-program.ts';
import type { Environment } from './config/config.ts';
import type { Asker } from './ports.ts';
import { readStatus } from './sync/read-status.ts';
import { runSync } from './sync/run-sync.ts';
import { createApp } from './web/app.ts';
import { systemClock } from './web/clock.ts';
import { collectAnswer } from './web/collect-answer.ts';
import { createAnswers } from './web/create-answers.ts';
import { keepStatus, toLibraryStatus } from './web/library-status.ts';
import { createNameLists, NAME_LIST_KINDS } from './web/name-lists.ts';
import { serve } from './web/serve.ts';
import { loadStaticFiles } from './web/static-files.ts';
import { LANGUAGES } from './web/words/choose-words.ts';
import { createChatDeps } from './wiring/chat.ts';
import { checkUserAccess, createHealthChecks } from './wiring/checks.ts';
import { type AccessChoice, chooseAccess } from './wiring/choose-access.ts';
import { createAskDeps, createIndex, createSyncDeps, PROMPT_TIMEOUT_MS } from './wiring/create-deps.ts';

type Context = ProgramContext<'paperless-ask'>;

/** How long running answers may go on after SIGTERM; the runner gives the whole program five seconds. */
const GRACE_MS = 4_000;

const WARM_UP_MS = 2_000;

const EVERYONE: Asker = { kind: 'everyone' };

// What is written below STATE_DIR holds people's papers.
process.umask(0o077);

await runProgram(
  {
    name: 'paperless-ask',
    help: toAskHelp,
    flags: ASK_FLAGS,
    parse: parseAskArguments,
    prepare: prepareEnvironment,
    run,
  },
  process,
);

/** A demo knows nothing of the real library; a question in a terminal is answered without a log around it. */
function prepareEnvironment(request: AskRequest, env: Environment): Environment {
  const level = env.LOG_LEVEL || (request.command === 'serve' ? undefined : 'warn');
  if (!request.demo) return { ...env, LOG_LEVEL: level };
  const stateDir = mkdtempSync(join(tmpdir(), 'paperless-ask-demo-'));
  // Whichever way the program ends.
  process.once('exit', () => rmSync(stateDir, { recursive: true, force: true }));
  const library = fileURLToPath(new URL('../examples/library', import.meta.url));
  return { LOG_LEVEL: level, ASK_PORT: env.ASK_PORT, STATE_DIR: stateDir, PAPERLESS_EXPORT_DIR: library };
}

async function run(request: AskRequest, context: Context): Promise<number | undefined> {
  const { config, log, signal } = context;
  if (config.ASK_ACCESS === 'paperless') await checkUserAccess(config, log, { signal });
  const index = createIndex(config, log, PROMPT_TIMEOUT_MS);
  // Swedish writes dates as ISO does, and this one is of the local day.
  const today = () => new Date().toLocaleDateString('sv-SE');
  const deps: AskDeps = { ...createAskDeps(config, index, log), ...createChatDeps(config), today };
  try {
    if (request.demo)
      await runSync(createSyncDeps({ ...config, RAG_EXCLUDE_TAGS: [] }, index, log), { mode: 'tick', signal });
    if (request.command === 'serve') return await servePage(chooseAccess(config), deps, context);
    const asker = chooseAsker(config.ASK_ACCESS, request.as);
    if (request.command === 'chat') return await chat(request, asker, deps, context);
    return await answerOnce(request, asker, deps, context);
  } finally {
    await index.close();
  }
}

async function servePage(
  access: AccessChoice,
  deps: AskDeps,
  { config, log, stderr, signal }: Context,
): Promise<undefined> {
  const { archive, index } = deps;
  const engines = { model: deps.chatModel?.model, hasEmbedder: deps.embedder !== undefined };
  const readLibraryStatus = keepStatus(
    async (options) =>
      toLibraryStatus(await readStatus({ index, stateDir: config.STATE_DIR, nowMs: Date.now() }, options), engines),
    Date.now,
  );
  const answers = createAnswers(deps);
  const names = createNameLists({ archive, answers, ttlMs: config.RAG_CORRESPONDENTS_TTL * 1_000, now: Date.now });
  const app = createApp(
    {
      answers,
      archive,
      names,
      readStatus: readLibraryStatus,
      ...createHealthChecks(config, index, log),
      clock: systemClock,
      log,
      settings: {
        access,
        allowedHosts: [config.ASK_HOST, config.PUBLIC_HOSTNAME].filter((host) => host !== undefined),
        concurrency: config.ASK_CONCURRENCY,
        staleHours: config.ASK_STALE_HOURS,
      },
    },
    await loadStaticFiles(),
  );
  const { ASK_HOST: host, ASK_PORT: port, ASK_ALLOW_NON_LOOPBACK: allowNonLoopback } = config;
  // The first visitor should find everything opened already; what is wrong with it they are told then.
  const warmUp = Promise.allSettled([
    readLibraryStatus({ signal }),
    ...(access.kind === 'everyone' ? NAME_LIST_KINDS.map((kind) => names.read(kind, EVERYONE)) : []),
    ...(access.kind === 'everyone' ? LANGUAGES.map(({ lang }) => app.request('/', toVisit(lang))) : []),
  ]);
  await Promise.race([warmUp, setTimeout(WARM_UP_MS)]);
  const server = await serve({ fetch: app.fetch, host, port, allowNonLoopback });
  const url = `http://${host}:${server.address.port}/`;
  log.info({ ...server.address, url }, 'listening');
  if (stderr.isTTY) stderr.write(`Open ${url} in a browser. Ctrl+C ends it.\n`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await server.close(GRACE_MS);
  signal.throwIfAborted();
  return undefined;
}

/** As a browser would ask for the page. */
function toVisit(lang: string): RequestInit {
  return { headers: { Host: 'localhost', 'Accept-Language': lang } };
}

async function chat(
  { filters }: Extract<AskRequest, { command: 'chat' }>,
  asker: Asker,
  deps: AskDeps,
  { output, stderr, signal }: Context,
): Promise<undefined> {
  const hasModel = deps.chatModel !== undefined;
  await runChat(
    (q, history, options) =>
      answerQuestion({ ...parseQuestion({ q, history, ...(filters && { filters }) }), asker }, deps, options),
    { input: process.stdin, output, stderr, hasModel, signal },
  );
}

async function answerOnce(
  { q, filters, json }: Extract<AskRequest, { command: 'answer' }>,
  asker: Asker,
  deps: AskDeps,
  { output, signal }: Context,
): Promise<undefined> {
  const question = { ...parseQuestion({ q, ...(filters && { filters }) }), asker };
  const events = answerQuestion(question, deps, { signal });
  if (!json) {
    await writeAnswer(output, events, deps.chatModel !== undefined);
    return undefined;
  }
  output.json(await collectAnswer(events));
  return undefined;
}
