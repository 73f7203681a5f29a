import { readErrorCode } from './errors.ts';
import './mcp/stdout-guard.ts';

import { realpath } from 'node:fs/promises';
import { type DocsSearchRequest, parseDocsSearchArguments } from './cli/docs-search-arguments.ts';
import { toDocsSearchHelp } from './cli/docs-search-help.ts';
import { readVersion } from './cli/read-version.ts';
import { type ProgramContext, runProgram } from './cli/run-program.ts';
import { createTools, UNTRUSTED } from './docs-search/create-tools.ts';
import { createDocsService, toSkippedLine } from './docs-search/docs-service.ts';
import { Library, type Snapshot } from './docs-search/library.ts';
import { listFiles } from './docs-search/list-files.ts';
import { offerResources, RESOURCE_CAPABILITIES } from './docs-search/resources.ts';
import { renderErrorAnswer } from './mcp/error-answer.ts';
import { createMcpHost } from './mcp/mcp-host.ts';
import { serveStdio } from './mcp/serve-stdio.ts';

const WATCH_MS = 2_000;
const RETRY_MS = 5_000;
const CALL_BUDGET_MS = 120_000;
/** Two of the longest pieces of a document, as text and as structure. */
const MAX_RESULT_CHARS = 200_000;

const host = createMcpHost(process);

await runProgram({ name: 'docs-search-mcp', help: toDocsSearchHelp, parse: parseDocsSearchArguments, run }, host);

async function run(request: DocsSearchRequest, { log, signal, stderr }: ProgramContext<'docs-search-mcp'>) {
  const opened = await openFolder(request.folder);
  if (opened === undefined) return host.exit(1);
  const { root, listing } = opened;
  const stop = new AbortController();
  const everything = AbortSignal.any([signal, stop.signal]);
  const { maxPassageChars } = request;
  const library = new Library({ root, maxPassageChars, signal: everything, now: () => performance.now() });
  let announce = () => {};
  const openEmbedder = await loadEmbedder(request);
  const service = createDocsService({
    library,
    ...(openEmbedder !== undefined && { openEmbedder }),
    ...(request.cacheFile !== undefined && { cacheFile: request.cacheFile }),
    ...(request.isWatching && { watchMs: WATCH_MS }),
    retryMs: RETRY_MS,
    log,
    signal: everything,
    onSkipped: (file) => stderr.write(`${toSkippedLine(file)}\n`),
    onRead(snapshot, isFirst) {
      stderr.write(`${toSummary(snapshot, request)}\n`);
      if (isFirst && snapshot.documents.size === 0) fail('none of the files in the folder can be served');
      if (!isFirst) announce();
    },
  });
  const reading = service.run(listing).catch(() => {
    if (!everything.aborted) fail('the folder cannot be read');
  });
  await serveStdio(
    {
      name: 'docs-search-mcp',
      version: readVersion(),
      instructions: `Searches and reads one folder of documents. ${UNTRUSTED}`,
      tools: createTools(service),
      capabilities: RESOURCE_CAPABILITIES,
      renderError: renderErrorAnswer,
      maxResultChars: MAX_RESULT_CHARS,
      callBudgetMs: CALL_BUDGET_MS,
      log,
    },
    { input: host.stdin, output: host.stdout, stderr: host.stderr, signal },
    (server) => {
      offerResources(server, service, everything);
      announce = () => {
        server.sendResourceListChanged().catch(() => {});
      };
    },
  );
  stop.abort();
  await reading;
  signal.throwIfAborted();
  return host.exit(0);
}

/** Its real path and what is in it; says why and returns undefined when there is nothing to serve. */
async function openFolder(folder: string) {
  try {
    const root = await realpath(folder);
    const listing = await listFiles(root);
    if (listing.ids.length > 0) return { root, listing };
    host.stderr.write(`fatal: there is no .md, .markdown or .txt file in ${folder}\n`);
  } catch (error) {
    const code = readErrorCode(error) ?? '';
    const reasons: Record<string, string> = {
      // A shell puts the home folder in its place; clients don't.
      ENOENT: folder.startsWith('~')
        ? 'does not exist: write the whole path, ~ stands for nothing here'
        : 'does not exist',
      ENOTDIR: 'is not a folder',
      EACCES: 'may not be read',
    };
    host.stderr.write(`fatal: the folder ${folder} ${reasons[code] ?? 'cannot be read'}\n`);
  }
  return undefined;
}

function fail(reason: string): never {
  host.stderr.write(`fatal: ${reason}\n`);
  return host.exit(1);
}

async function loadEmbedder({ model, host: address }: DocsSearchRequest) {
  if (model === undefined) return undefined;
  const { OllamaEmbedder } = await import('./ollama/ollama-embedder.ts');
  const settings = { host: '--ollama-host', model: '--ollama-model' };
  return () => new OllamaEmbedder({ host: address, model, settings });
}

function toSummary({ documents, passages }: Snapshot, { model }: DocsSearchRequest): string {
  const mode = model === undefined ? 'lexical' : `lexical, and hybrid with ${model} once its embeddings are there`;
  return `serving ${documents.size} documents, ${passages} passages, search: ${mode}`;
}
