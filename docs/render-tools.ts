import { describeSchema } from '../src/mcp/check-value.ts';
import type { JsonObject, Tool } from '../src/mcp/tool.ts';

/** One MCP server as docs/tools.md shows it. */
export interface ToolServer {
  readonly name: string;
  /** A sentence or two below the heading. */
  readonly about: string;
  readonly tools: readonly Tool[];
  /** Shows each tool in one row instead of a table of its own: for servers with very many. */
  readonly isBrief?: boolean;
}

/** docs/tools.md from the tools as they are listed. */
export function renderTools(servers: readonly ToolServer[]): string {
  return `# MCP tools

This page is written by \`npm run docs\` from the tools themselves. How to connect a client: [README](../README.md#connect-an-mcp-client).

${servers.map(renderServer).join('\n')}`;
}

function renderServer({ name, about, tools, isBrief }: ToolServer): string {
  const listed = tools.map(({ run: _, ...tool }) => tool);
  const total = JSON.stringify({ tools: listed }).length.toLocaleString('en');
  const head = `## ${name}\n\n${about} ${tools.length} tools, \`tools/list\` is ${total} characters of JSON.\n\n`;
  return head + (isBrief === true ? renderBrief(tools) : tools.map(renderTool).join('\n'));
}

function renderBrief(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => {
    const { run: _, ...listed } = tool;
    const [first = ''] = tool.description.split('\n');
    return `| \`${tool.name}\` | ${escapeCell(first)} | ${renderHints(tool)} | ${JSON.stringify(listed).length.toLocaleString('en')} |\n`;
  });
  return `| Tool | | | Characters |\n|---|---|---|---|\n${rows.join('')}`;
}

function renderTool(tool: Tool): string {
  const { properties = {}, required = [] } = tool.inputSchema;
  // Safe: published schemas.
  const rows = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, property]) => {
    const isRequired = (required as readonly string[]).includes(name);
    const fallback = property.default === undefined ? '' : `\`${JSON.stringify(property.default)}\``;
    const meaning = String(property.description ?? '');
    return `| \`${name}\` | ${escapeCell(describeSchema(property))} | ${isRequired ? 'needed' : fallback} | ${escapeCell(meaning)} |\n`;
  });
  const table = rows.length === 0 ? '' : `\n| Argument | | Default | |\n|---|---|---|---|\n${rows.join('')}`;
  return `### ${tool.name}\n\n${tool.description}\n\n${renderHints(tool)}.\n${table}`;
}

function renderHints({ annotations = {} }: Tool): string {
  const { readOnlyHint = false, destructiveHint = true, idempotentHint = false, openWorldHint = true } = annotations;
  if (readOnlyHint) return 'Read-only';
  return [
    'Writes',
    ...(destructiveHint ? ['destructive'] : []),
    ...(idempotentHint ? ['idempotent'] : []),
    ...(openWorldHint ? ['open world'] : []),
  ].join(', ');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
