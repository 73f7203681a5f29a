import { ConfigError } from '../errors.ts';
import { REAL_WAITS, type Waits } from '../http/waits.ts';
import type { ToolCall } from '../mcp/tool.ts';
import { PaperlessClient, type PaperlessClientOptions } from '../paperless/client.ts';
import { createDocumentLink } from '../paperless/document-link.ts';
import { PROMPT } from '../paperless/retry.ts';
import { PaperlessSource } from '../paperless/source.ts';
import { askDocuments, type ShownAnswer } from './ask-documents.ts';
import { checkIndexHealth } from './health/check-index-health.ts';
import type { HealthReport } from './health/health-report.ts';
import { createNameBook } from './name-book.ts';
import type { PassageFinder } from './passage-finder.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { type FoundDocuments, searchDocuments } from './search-documents.ts';
import { type ShownPassages, searchPassages } from './search-passages.ts';
import type { AskInput } from './tools/ask-documents.ts';
import type { ReadInput } from './tools/read-document.ts';
import type { SearchInput } from './tools/search-documents.ts';
import type { HealthInput } from './tools/search-index-health.ts';
import type { PassagesInput } from './tools/search-passages.ts';

/** What the tools do, one function each. */
export interface Services {
  searchDocuments(input: SearchInput, call: ToolCall): Promise<FoundDocuments>;
  searchPassages(input: PassagesInput, call: ToolCall): Promise<ShownPassages>;
  readDocument(input: ReadInput, call: ToolCall): Promise<ReadDocument>;
  checkIndexHealth(input: HealthInput, call: ToolCall): Promise<HealthReport>;
  askDocuments(input: AskInput, call: ToolCall): Promise<ShownAnswer>;
}

export interface ServicesOptions extends Pick<PaperlessClientOptions, 'apiUrl' | 'token' | 'log' | 'fetch' | 'waits'> {
  readonly publicUrl: string;
  readonly namesTtlMs: number;
  readonly now: () => number;
  /** Undefined = no way to the index. */
  readonly finder: PassageFinder | undefined;
}

/** Somebody waits for each answer of Paperless. */
const PROMPT_TIMEOUT_MS = 10_000;

/** Sends nothing yet. Throws `ConfigError` for an address or a token that can't be one. */
export function createServices(options: ServicesOptions): Services {
  const { publicUrl, namesTtlMs, now, finder, ...connection } = options;
  const client = new PaperlessClient({ ...connection, retry: PROMPT, maxTimeoutMs: PROMPT_TIMEOUT_MS });
  // Waits and tries again by the budget of its call.
  const patient = new PaperlessClient({ ...connection, retry: PROMPT });
  const waits: Waits = options.waits ?? REAL_WAITS;
  const link = createDocumentLink(publicUrl);
  const urlTemplate = link(0).replace(/\/0\/$/, '/{id}/');
  const book = createNameBook({ client, ttlMs: namesTtlMs, now });
  const source = new PaperlessSource(client);
  const deps = { client, book, urlTemplate };
  const withFinder = () => {
    if (finder === undefined) throw new ConfigError('There is no way to the passage index here.');
    return { ...deps, finder };
  };
  return {
    searchDocuments: (input, call) => searchDocuments(input, deps, call),
    searchPassages: async (input, call) => searchPassages(input, withFinder(), call),
    readDocument: (input, call) => readDocument(input, { ...deps, source }, call),
    checkIndexHealth: (input, call) => checkIndexHealth(input, { client: patient, waits }, call),
    askDocuments: async (input, call) => askDocuments(input, withFinder(), call),
  };
}
