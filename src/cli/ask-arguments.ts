import { UsageError } from '../errors.ts';
import type { FilterRequest } from '../model.ts';
import { type Flags, parseFlags } from './args.ts';
import { findMeantCommand } from './ask-commands.ts';
import { FILTER_FLAGS, toFilterRequest } from './filter-flags.ts';

/** What `paperless-ask` is asked to do: serve the page, hold a conversation, or answer one question. */
export type AskRequest =
  | { readonly command: 'serve'; readonly demo: boolean }
  | {
      readonly command: 'chat';
      readonly demo: boolean;
      /** The Paperless user who asks. */
      readonly as?: string;
      readonly filters: FilterRequest | undefined;
    }
  | {
      readonly command: 'answer';
      readonly demo: boolean;
      readonly as?: string;
      readonly q: string;
      readonly filters: FilterRequest | undefined;
      readonly json: boolean;
    };

export const ASK_FLAGS = {
  ...FILTER_FLAGS,
  as: { kind: 'text' },
  json: { kind: 'switch' },
  demo: { kind: 'switch' },
} as const satisfies Flags;

/** Parses the arguments behind the program's name. Throws `UsageError`. */
export function parseAskArguments(args: readonly string[]): AskRequest {
  const { flags, words } = parseFlags(args, ASK_FLAGS);
  const { demo = false, json = false, as } = flags;
  const asker = as === undefined ? {} : { as };
  const filters = toFilterRequest(flags);
  const [q, ...stray] = words;
  if (q === undefined) {
    if (json || as !== undefined || filters !== undefined)
      throw new UsageError('filters, --as and --json need a question: paperless-ask "When was the boiler serviced?"');
    return { command: 'serve', demo };
  }
  refuseCommand(q, stray);
  if (stray.length > 0)
    throw new UsageError(`put the question in quotation marks: paperless-ask "${words.join(' ').slice(0, 100)}"`);
  if (q.trim() === '') throw new UsageError('the question must not be empty');
  if (q === 'chat') {
    if (json) throw new UsageError('--json is for a single question, not for chat');
    return { command: 'chat', demo, ...asker, filters };
  }
  return { command: 'answer', demo, ...asker, q, filters, json };
}

/** `paperless-ask doctor` was asked as a question; with more words behind it it can't be one either way. */
function refuseCommand(q: string, stray: readonly string[]): void {
  if (q === 'chat') return;
  const meant = findMeantCommand(q);
  if (meant === undefined) return;
  const advice = stray.length > 0 ? '' : ` If it is a question, write paperless-ask "${q}?"`;
  throw new UsageError(`"${q}" is no command of paperless-ask; did you mean ${meant}?${advice}`);
}
