import type { JsonObject, Tool } from '../mcp/tool.ts';
import type { Operation } from './operation.ts';

/** One tool as definitions.json keeps it: what listing and selecting need, so that nothing is derived when a program starts. */
export interface Definition extends Pick<Operation, 'name' | 'method' | 'path' | 'toolset' | 'isDeprecated'> {
  readonly listed: Omit<Tool, 'run'>;
  /** Its input schema with `MCP_ALLOW_DELETE=false`, where that is another one. */
  readonly inputWithoutDeleting?: JsonObject;
}
