import {
  createNames,
  EVERYTHING,
  type FilterKind,
  type Fingerprint,
  type Generation,
  type Id,
  type NameKind,
  type Names,
  type PassageId,
  type Scope,
} from '../model.ts';
import type { CallOptions, PassageReader, SearchOptions, VocabularyQuery } from '../ports.ts';
import type { Bounds } from './conditions.ts';
import type { Queries } from './queries.ts';

/** Runs one query somewhere: in this thread or in another one. */
export type CallQuery = <Name extends keyof Queries>(
  name: Name,
  args: Parameters<Queries[Name]>,
  signal: AbortSignal | undefined,
) => Promise<ReturnType<Queries[Name]>>;

/** The names as last read. */
export interface NamesMemo {
  last: { readonly mark: string | undefined; readonly names: Names };
}

export function createNamesMemo(): NamesMemo {
  return { last: { mark: undefined, names: createNames() } };
}

const DOCUMENTS_PER_PAGE = 1_000;

/** The reading port on top of `call`. */
export class QueryReader implements PassageReader {
  readonly #call: CallQuery;
  readonly #generation: () => Generation;
  readonly #memo: NamesMemo;

  /** `memo` may be shared with other readers of the same folder. */
  constructor(call: CallQuery, generation: () => Generation, memo = createNamesMemo()) {
    this.#call = call;
    this.#generation = generation;
    this.#memo = memo;
  }

  get generation(): Generation {
    return this.#generation();
  }

  denseTop(embedding: Float32Array, k: number, options: SearchOptions) {
    return this.#call('denseTop', [embedding, k, toBounds(options)], options.signal);
  }

  stemsTop(terms: readonly string[], k: number, options: SearchOptions) {
    return this.#call('stemsTop', [terms, k, toBounds(options)], options.signal);
  }

  partsTop(parts: readonly string[], k: number, options: SearchOptions) {
    return this.#call('partsTop', [parts, k, toBounds(options)], options.signal);
  }

  frequencies(terms: readonly string[], options?: CallOptions) {
    return this.#call('frequencies', [terms], options?.signal);
  }

  vocabulary(query: VocabularyQuery, limit: number, options?: CallOptions) {
    return this.#call('vocabulary', [query, limit], options?.signal);
  }

  read(ids: readonly PassageId[], scope: Scope, options?: CallOptions) {
    return this.#call('read', [ids, scope], options?.signal);
  }

  countDocuments(options: SearchOptions) {
    return this.#call('countDocuments', [toBounds(options)], options.signal);
  }

  async names(options?: CallOptions) {
    const { last } = this.#memo;
    const { mark, names = last.names } = await this.#call('names', [last.mark], options?.signal);
    this.#memo.last = { mark, names };
    return names;
  }

  async *documents(options?: CallOptions): AsyncIterable<{ id: Id; fingerprint: Fingerprint }> {
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const page = await this.#call('documentsAfter', [after, DOCUMENTS_PER_PAGE], options?.signal);
      yield* page;
      if (page.length < DOCUMENTS_PER_PAGE) return;
      after = page.at(-1)?.id ?? after;
    }
  }

  fingerprints(ids: readonly Id[], options?: CallOptions) {
    return this.#call('fingerprints', [ids], options?.signal);
  }

  countNames(kind: FilterKind, options: SearchOptions) {
    return this.#call('countNames', [kind, toBounds(options)], options.signal);
  }

  documentsWith(kind: NameKind, id: Id, options: CallOptions & { readonly scope?: Scope } = {}) {
    return this.#call('documentsWith', [kind, id, options.scope ?? EVERYTHING], options.signal);
  }

  stats(options?: CallOptions) {
    return this.#call('stats', [], options?.signal);
  }

  mark(options?: CallOptions) {
    return this.#call('mark', [], options?.signal);
  }
}

function toBounds({ filter, scope }: SearchOptions): Bounds {
  return { filter, scope };
}
