import { UsageError } from '../errors.ts';
import { parseFlags } from './args.ts';

export interface DocsSearchRequest {
  readonly folder: string;
  /** Undefined = search by words only. */
  readonly model: string | undefined;
  readonly host: string;
  readonly cacheFile: string | undefined;
  readonly maxPassageChars: number;
  readonly isWatching: boolean;
}

const FLAGS = {
  'ollama-model': { kind: 'text' },
  'ollama-host': { kind: 'text' },
  cache: { kind: 'text' },
  chunk: { kind: 'count', min: 100, max: 100_000 },
  'no-watch': { kind: 'switch' },
} as const;

/** `docs-search-mcp <folder> [flags]`. Throws `UsageError`. */
export function parseDocsSearchArguments(args: readonly string[]): DocsSearchRequest {
  const { flags, words } = parseFlags(args, FLAGS);
  const [folder, ...others] = words;
  if (folder === undefined) throw new UsageError('Which folder? docs-search-mcp <folder>');
  if (others.length > 0) throw new UsageError(`One folder at a time: ${others.join(' ')} is too much.`);
  const model = flags['ollama-model'];
  for (const name of ['ollama-host', 'cache'] as const)
    if (flags[name] !== undefined && model === undefined)
      throw new UsageError(`--${name} is about embeddings: give --ollama-model as well.`);
  return {
    folder,
    model,
    host: flags['ollama-host'] ?? 'http://127.0.0.1:11434',
    cacheFile: flags.cache,
    maxPassageChars: flags.chunk ?? 1_000,
    isWatching: flags['no-watch'] !== true,
  };
}
