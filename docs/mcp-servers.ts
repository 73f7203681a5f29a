import { createTools as createDocsTools } from '../src/docs-search/create-tools.ts';
import { createTools } from '../src/search-mcp/create-tools.ts';
import type { ToolServer } from './render-tools.ts';

/** The MCP servers with all tools they can offer, in the order of docs/tools.md. */
export function listMcpServers(): ToolServer[] {
  const everything = { isReadOnly: false, hasPassages: true, hasAnswers: true };
  return [
    {
      name: 'paperless-search-mcp',
      about:
        'Few tools and compact answers. `search_passages` needs `PAPERLESS_ASK_URL`, `STATE_DIR` or `QDRANT_URL`; `ask_documents` needs `MCP_ASK=true` as well. With `MCP_READ_ONLY=true` the health check only checks.',
      tools: createTools(everything, noCall),
    },
    {
      name: 'docs-search-mcp',
      about: 'A folder of Markdown and text files, beside which nothing can be read. The documents are resources, too.',
      tools: createDocsTools({ snapshot: noCall, search: noCall }),
    },
  ];
}

function noCall(): Promise<never> {
  return Promise.reject(new Error('documentation calls no tool'));
}
