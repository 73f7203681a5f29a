import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { DocsService } from './create-tools.ts';
import { toText } from './document.ts';
import { fromUri, toUri } from './uri.ts';

const MAX_LISTED = 200;
const MAX_COMPLETIONS = 100;
const MIME_TYPE = 'text/markdown';

export const RESOURCE_CAPABILITIES = { resources: { listChanged: true }, completions: {} } as const;

/** The documents as resources: the first 200 are listed, all can be read, and ids can be completed. */
export function offerResources(server: Server, service: DocsService, signal: AbortSignal): void {
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const { documents } = await service.snapshot(signal);
    const listed = [...documents.values()].slice(0, MAX_LISTED);
    return { resources: listed.map(({ id, title }) => ({ uri: toUri(id), name: id, title, mimeType: MIME_TYPE })) };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: 'docs://{+id}', name: 'document', title: 'A document by its id', mimeType: MIME_TYPE },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const id = fromUri(uri);
    const document = id === undefined ? undefined : (await service.snapshot(signal)).documents.get(id);
    if (document === undefined) throw toNotFound(uri);
    return { contents: [{ uri, mimeType: MIME_TYPE, text: toText(document) }] };
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { argument } }) => {
    const { documents } = await service.snapshot(signal);
    const wanted = argument.value.toLowerCase();
    const matching = [...documents.keys()].filter((id) => id.toLowerCase().includes(wanted));
    const values = matching.slice(0, MAX_COMPLETIONS);
    return { completion: { values, total: matching.length, hasMore: matching.length > values.length } };
  });
}

/** Not the SDK's own error, which puts its name and code before the message, as clients do once more. */
function toNotFound(uri: string): Error {
  return Object.assign(new Error(`Resource not found: ${uri.slice(0, 200).toWellFormed()}`), { code: -32002 });
}
