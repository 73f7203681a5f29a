import { UnavailableError } from '../errors.ts';
import type { Filter, Names, Scope } from '../model.ts';
import type { CallOptions, PassageReader } from '../ports.ts';
import type { AskDeps } from './deps.ts';
import { isEmptyFilter, resolveFilter } from './filter.ts';
import type { Question } from './question.ts';
import { toScope } from './scope.ts';

/** Where one question looks: the live generation, what the asker may see of it, and what they chose of that. */
export interface SearchSpace {
  readonly reader: PassageReader;
  readonly names: Names;
  readonly scope: Scope;
  readonly filter: Filter;
  readonly isFiltered: boolean;
}

/**
 * Opens the live generation and resolves scope and filter, before anything is searched.
 * Throws `UsageError` (unknown or ambiguous name), `SignInError`, or `UnavailableError('index')` when nothing is published.
 */
export async function openSpace(
  question: Pick<Question, 'filters' | 'asker'>,
  deps: Pick<AskDeps, 'index'>,
  options: CallOptions,
): Promise<SearchSpace> {
  const scope = toScope(question.asker);
  const reader = await openReader(deps, options);
  const names = await reader.names(options);
  const filter = resolveFilter(question.filters ?? {}, names);
  return { reader, names, scope, filter, isFiltered: !isEmptyFilter(filter) };
}

/** The live generation. Throws `UnavailableError('index')` when nothing has been published yet. */
export async function openReader(deps: Pick<AskDeps, 'index'>, options: CallOptions): Promise<PassageReader> {
  const reader = await deps.index.reader(options);
  if (reader === undefined) {
    throw new UnavailableError('index', 'nothing is indexed yet: run paperless-index once, then ask again');
  }
  return reader;
}

/** How many passages an answer takes. */
export function chooseTopK(space: Pick<SearchSpace, 'isFiltered'>, deps: Pick<AskDeps, 'settings'>): number {
  return space.isFiltered ? deps.settings.topKScoped : deps.settings.topK;
}
