import type { Tool } from '../mcp/tool.ts';
import type { Services } from './create-services.ts';
import { defineAskDocuments } from './tools/ask-documents.ts';
import { defineReadDocument } from './tools/read-document.ts';
import { defineSearchDocuments } from './tools/search-documents.ts';
import { defineSearchIndexHealth } from './tools/search-index-health.ts';
import { defineSearchPassages } from './tools/search-passages.ts';

/** What the settings allow to offer. */
export interface Offer {
  readonly isReadOnly: boolean;
  /** There is a way to the index. */
  readonly hasPassages: boolean;
  readonly hasAnswers: boolean;
}

/** The tools of paperless-search-mcp. `load` is called with the first call of a tool: listing them needs nothing. */
export function createTools({ isReadOnly, hasPassages, hasAnswers }: Offer, load: () => Promise<Services>): Tool[] {
  return [
    defineSearchDocuments(async (input, call) => (await load()).searchDocuments(input, call)),
    ...(hasPassages ? [defineSearchPassages(async (input, call) => (await load()).searchPassages(input, call))] : []),
    defineReadDocument(async (input, call) => (await load()).readDocument(input, call)),
    defineSearchIndexHealth(isReadOnly, async (input, call) => (await load()).checkIndexHealth(input, call)),
    ...(hasPassages && hasAnswers
      ? [defineAskDocuments(async (input, call) => (await load()).askDocuments(input, call))]
      : []),
  ];
}
