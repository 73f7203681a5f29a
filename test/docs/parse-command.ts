import { refuseWords } from '../../src/cli/args.ts';
import { parseAskArguments } from '../../src/cli/ask-arguments.ts';
import { parseDocsSearchArguments } from '../../src/cli/docs-search-arguments.ts';
import { parseIndexArguments } from '../../src/cli/index-arguments.ts';
import type { Program } from '../../src/config/config.ts';

const PARSERS: Readonly<Record<Program, (args: readonly string[]) => unknown>> = {
  'paperless-index': parseIndexArguments,
  'paperless-ask': parseAskArguments,
  'docs-search-mcp': parseDocsSearchArguments,
  'paperless-search-mcp': (args) => refuseWords(args, []),
  'paperless-mcp': (args) => refuseWords(args, []),
};

export interface ParsedCommand {
  readonly program: Program;
  /** Variables that are set for this command alone. */
  readonly variables: readonly string[];
}

/**
 * Hands the arguments of each of our programs in a line of shell to that program's own parser. Throws what that throws;
 * empty when none of them is in it. `sudo` and `as-service` before a program change nothing.
 */
export function parseCommand(line: string): ParsedCommand[] {
  return line.split(/\s\|\s/).flatMap((part) => {
    const words = splitWords(part).filter((word) => word !== 'sudo' && word !== 'as-service');
    const at = words.findIndex((word) => !/^[A-Z][A-Z_]*=/.test(word));
    const [name = '', ...args] = words.slice(at);
    if (!isProgram(name)) return [];
    const isGeneral = args.some((arg) => arg === '--help' || arg === '--version');
    if (!isGeneral) PARSERS[name](args);
    return [{ program: name, variables: words.slice(0, at).map((word) => word.split('=')[0] ?? '') }];
  });
}

function isProgram(name: string): name is Program {
  return Object.hasOwn(PARSERS, name);
}

/** As a shell would, as far as our examples need it. */
export function splitWords(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
}
