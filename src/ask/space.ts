import { UnavailableError } from '../errors.ts';
import type { Filter, FilterKind, Id, Names, Scope } from '../model.ts';
import type { Access, CallOptions, PassageReader } from '../ports.ts';
import type { AskDeps } from './deps.ts';
import { isEmptyFilter, resolveFilter } from './filter.ts';
import type { Question } from './question.ts';

const NO_NAMES: ReadonlyMap<Id, string> = new Map();

/** The names a search can be narrowed by. */
export type FilterNames = Pick<Names, FilterKind>;

/** Where one question looks: the live generation, what the asker may see of it, and what they chose of that. */
export interface SearchSpace {
  readonly reader: PassageReader;
  /** Those the asker may see, and no others. Read once, and not before somebody needs them: together with other things. */
  readonly readNames: () => Promise<FilterNames>;
  readonly scope: Scope;
  readonly filter: Filter;
  readonly isFiltered: boolean;
}

/**
 * Opens the live generation and resolves scope and filter, before anything is searched.
 * Throws `UsageError` (unknown or ambiguous name), `SignInError`, or `UnavailableError` (nothing is published, or
 * nobody can say what the asker may see).
 */
export async function openSpace(
  question: Pick<Question, 'filters' | 'asker'>,
  deps: Pick<AskDeps, 'index' | 'archive'>,
  options: CallOptions,
): Promise<SearchSpace> {
  const { scope, maySeeName } = await deps.archive.access(question.asker, options);
  const reader = await openReader(deps, options);
  let reading: Promise<FilterNames> | undefined;
  const readNames = () => {
    reading ??= reader.names(options).then((names) => keepSeen(names, maySeeName));
    return reading;
  };
  const { filters = {} } = question;
  const carried = async (kind: FilterKind, isAsked: boolean) =>
    isAsked ? await readCarriedNames(kind, { reader, readNames, scope }, options) : NO_NAMES;
  const filter = resolveFilter(filters, {
    correspondent: await carried('correspondent', filters.correspondent !== undefined),
    document_type: await carried('document_type', filters.document_type !== undefined),
    tag: await carried('tag', filters.tags !== undefined),
  });
  return { reader, readNames, scope, filter, isFiltered: !isEmptyFilter(filter) };
}

function keepSeen(names: FilterNames, maySeeName: Access['maySeeName']): FilterNames {
  const keep = (kind: FilterKind) => new Map([...names[kind]].filter(([id]) => maySeeName(kind, id)));
  return { correspondent: keep('correspondent'), document_type: keep('document_type'), tag: keep('tag') };
}

/**
 * The names of a kind that can be spoken of with the asker. Where not everything may be seen, a name that only hidden
 * documents carry would tell that there are such documents: for this asker it doesn't exist.
 */
export async function readCarriedNames(
  kind: FilterKind,
  { reader, readNames, scope }: Pick<SearchSpace, 'reader' | 'readNames' | 'scope'>,
  options: CallOptions,
): Promise<ReadonlyMap<Id, string>> {
  if (scope.kind === 'everything') return (await readNames())[kind];
  const [names, counts] = await Promise.all([readNames(), reader.countNames(kind, { ...options, scope })]);
  return new Map([...names[kind]].filter(([id]) => counts.has(id)));
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
