import { createTools as createDocsTools } from '../src/docs-search/create-tools.ts';
import { createTools as createApiTools } from '../src/openapi/create-tools.ts';
import { loadDefinitions } from '../src/openapi/load-definitions.ts';
import { DEFAULT_TOOLSETS } from '../src/openapi/select-operations.ts';
import { createTools } from '../src/search-mcp/create-tools.ts';
import type { ToolServer } from './render-tools.ts';

/** The MCP servers with all tools they can offer, in the order of docs/tools.md. */
export function listMcpServers(): ToolServer[] {
  const everything = { isReadOnly: false, hasPassages: true, hasAnswers: true };
  const api = loadDefinitions();
  const everyday = api.filter(
    ({ toolset, isDeprecated }) => DEFAULT_TOOLSETS.includes(toolset) && isDeprecated !== true,
  );
  const further = api.filter((definition) => !everyday.includes(definition));
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
    {
      name: 'paperless-mcp',
      about:
        'The whole Paperless API; these are the tools offered by default. A toolset is the first word of the path after `/api/`.',
      tools: createApiTools(everyday, true, noCall),
      isBrief: true,
    },
    {
      name: 'paperless-mcp with MCP_TOOLSETS=all',
      about:
        'What `all` adds. Any of these toolsets can be named in `MCP_TOOLSETS`, any of these tools in `MCP_TOOLS`.',
      tools: createApiTools(further, true, noCall),
      isBrief: true,
    },
  ];
}

function noCall(): Promise<never> {
  return Promise.reject(new Error('documentation calls no tool'));
}
