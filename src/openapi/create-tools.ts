import type { Tool } from '../mcp/tool.ts';
import type { Definition } from './definition.ts';
import type { Services } from './services.ts';

/**
 * The tools of the selected definitions. Listing them loads nothing: `load` and the code that runs an operation wait for the
 * first call.
 */
export function createTools(
  definitions: readonly Definition[],
  mayDelete: boolean,
  load: () => Promise<Services>,
): Tool[] {
  return definitions.map(({ name, listed, inputWithoutDeleting }) => ({
    ...listed,
    ...(!mayDelete && inputWithoutDeleting !== undefined && { inputSchema: inputWithoutDeleting }),
    run: async (args, call) => {
      const [{ runOperation }, services] = await Promise.all([import('./run-operation.ts'), load()]);
      return runOperation(services.define(name), args, services, call);
    },
  }));
}
