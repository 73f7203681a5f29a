import { UsageError } from '../errors.ts';
import type { FilterRequest } from '../model.ts';
import type { Flags, FlagValues } from './args.ts';

/** The flags by which questions and searches are narrowed, the same in every program. */
export const FILTER_FLAGS = {
  correspondent: { kind: 'text' },
  tag: { kind: 'texts' },
  type: { kind: 'text' },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies Flags;

/** Undefined when no filter was given. Throws `UsageError` when the dates leave no day. */
export function toFilterRequest(flags: FlagValues<typeof FILTER_FLAGS>): FilterRequest | undefined {
  const { from, to } = flags;
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError(`--from ${from} must not be after --to ${to}`);
  const request: FilterRequest = {
    ...(flags.correspondent !== undefined && { correspondent: flags.correspondent }),
    ...(flags.type !== undefined && { document_type: flags.type }),
    ...(flags.tag !== undefined && { tags: flags.tag }),
    ...(from !== undefined && { created_from: from }),
    ...(to !== undefined && { created_to: to }),
  };
  return Object.keys(request).length === 0 ? undefined : request;
}
