import { MAX_PASSAGES } from '../ask/question.ts';
import { UsageError } from '../errors.ts';
import type { FilterRequest } from '../model.ts';
import { type Flags, type FlagValues, parseFlags, refuseWords } from './args.ts';
import { FILTER_FLAGS, toFilterRequest } from './filter-flags.ts';

/** What `paperless-index` is asked to do. */
export type IndexRequest =
  | RunRequest
  | { readonly command: 'status' | 'doctor'; readonly json: boolean }
  | { readonly command: 'failures'; readonly json: boolean; readonly quiet: boolean; readonly retry: boolean }
  | SearchRequest;

export interface RunRequest {
  readonly command: 'run';
  readonly mode: 'tick' | 'full' | 'reconcile';
  readonly limit: number | undefined;
  readonly isDryRun: boolean;
  readonly allowMassRemoval: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

export interface SearchRequest {
  readonly command: 'search';
  readonly words: string;
  readonly filters: FilterRequest | undefined;
  /** Undefined = as many as an answer takes. */
  readonly limit: number | undefined;
  readonly json: boolean;
}

const RUN_FLAGS = {
  full: { kind: 'switch' },
  reconcile: { kind: 'switch' },
  'allow-mass-removal': { kind: 'switch' },
  'dry-run': { kind: 'switch' },
  limit: { kind: 'count', min: 1, max: 100_000_000 },
  json: { kind: 'switch' },
  quiet: { kind: 'switch' },
} as const satisfies Flags;

const SEARCH_FLAGS = {
  ...FILTER_FLAGS,
  limit: { kind: 'count', min: 1, max: MAX_PASSAGES },
  json: { kind: 'switch' },
} as const satisfies Flags;

const FAILURES_FLAGS = {
  json: { kind: 'switch' },
  quiet: { kind: 'switch' },
  retry: { kind: 'switch' },
} as const satisfies Flags;

/** Of all commands. */
export const INDEX_FLAGS: Flags = { ...SEARCH_FLAGS, ...RUN_FLAGS, ...FAILURES_FLAGS };

const COMMANDS = ['status', 'doctor', 'failures', 'search'];

/** Parses the arguments behind the program's name. Throws `UsageError`. */
export function parseIndexArguments(args: readonly string[]): IndexRequest {
  const [command, ...rest] = args;
  switch (command) {
    case 'status':
    case 'doctor':
      return { command, json: parseAll(rest, { json: { kind: 'switch' } }).json === true };
    case 'failures': {
      const flags = parseAll(rest, FAILURES_FLAGS);
      return { command, json: flags.json === true, quiet: flags.quiet === true, retry: flags.retry === true };
    }
    case 'search':
      return parseSearch(rest);
    default:
      return parseRun(parseAll(args, RUN_FLAGS));
  }
}

function parseRun(flags: FlagValues<typeof RUN_FLAGS>): RunRequest {
  if (flags.full && flags.reconcile)
    throw new UsageError('--full and --reconcile cannot be combined: run one after the other');
  const mode = flags.full ? 'full' : flags.reconcile ? 'reconcile' : 'tick';
  if (flags['allow-mass-removal'] && mode === 'tick') {
    throw new UsageError('--allow-mass-removal needs --reconcile or --full');
  }
  return {
    command: 'run',
    mode,
    limit: flags.limit,
    isDryRun: flags['dry-run'] === true,
    allowMassRemoval: flags['allow-mass-removal'] === true,
    json: flags.json === true,
    quiet: flags.quiet === true,
  };
}

function parseSearch(args: readonly string[]): SearchRequest {
  const { flags, words } = parseFlags(args, SEARCH_FLAGS);
  const [text, ...stray] = words;
  if (text === undefined || text.trim() === '') {
    throw new UsageError('search needs words to look for: paperless-index search "annual statement"');
  }
  if (stray.length > 0) {
    throw new UsageError(`put the words in quotation marks: paperless-index search "${words.join(' ').slice(0, 100)}"`);
  }
  return {
    command: 'search',
    words: text,
    filters: toFilterRequest(flags),
    limit: flags.limit,
    json: flags.json === true,
  };
}

function parseAll<F extends Flags>(args: readonly string[], flags: F): FlagValues<F> {
  const { flags: values, words } = parseFlags(args, flags);
  refuseWords(words, [...COMMANDS, ...Object.keys(flags).map((name) => `--${name}`)]);
  return values;
}
