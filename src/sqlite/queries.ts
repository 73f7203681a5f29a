import type {
  EmbeddingRecipe,
  FilterKind,
  Fingerprint,
  Id,
  NameKind,
  Names,
  Passage,
  PassageId,
  Ranked,
  Scope,
} from '../model.ts';
import type { IndexStats, VocabularyQuery } from '../ports.ts';
import * as catalog from './catalog.ts';
import type { Bounds } from './conditions.ts';
import type { Connection } from './connection.ts';
import { readPassages, searchDense, searchStems } from './search.ts';
import { searchParts } from './search-parts.ts';
import { countTerms, findTerms } from './vocabulary.ts';

/** Everything a reader asks of one generation, synchronous. Arguments and results can cross to another thread. */
export interface Queries {
  denseTop(embedding: Float32Array, k: number, bounds: Bounds): Ranked[];
  stemsTop(terms: readonly string[], k: number, bounds: Bounds): Ranked[];
  partsTop(parts: readonly string[], k: number, bounds: Bounds): Ranked[];
  frequencies(terms: readonly string[]): Map<string, number>;
  vocabulary(query: VocabularyQuery, limit: number): string[];
  read(ids: readonly PassageId[], scope: Scope): Passage[];
  countDocuments(bounds: Bounds): number;
  /** The mark, and the names unless it is `known`: there may be thousands, and every question asks for them. */
  names(known: string | undefined): { readonly mark: string | undefined; readonly names?: Names };
  /** A page of `documents()`: those after `after`, ascending. */
  documentsAfter(after: Id, limit: number): catalog.FingerprintRow[];
  fingerprints(ids: readonly Id[]): Map<Id, Fingerprint>;
  documentsWith(kind: NameKind, id: Id, scope: Scope): Id[];
  countNames(kind: FilterKind, bounds: Bounds): Map<Id, number>;
  stats(): IndexStats;
  mark(): string | undefined;
}

export function createQueries(connection: Connection, embedding: EmbeddingRecipe | undefined): Queries {
  return {
    denseTop: (query, k, bounds) => searchDense(connection, embedding, query, k, bounds),
    stemsTop: (terms, k, bounds) => searchStems(connection, terms, k, bounds),
    partsTop: (parts, k, bounds) => searchParts(connection, parts, k, bounds),
    frequencies: (terms) => countTerms(connection, terms),
    vocabulary: (query, limit) => findTerms(connection, query, limit),
    read: (ids, scope) => readPassages(connection, ids, scope),
    countDocuments: (bounds) => catalog.countDocuments(connection, bounds),
    names: (known) =>
      connection.snapshot(() => {
        const mark = readMark(connection);
        return mark !== undefined && mark === known ? { mark } : { mark, names: catalog.readNames(connection) };
      }),
    documentsAfter: (after, limit) => catalog.readFingerprints(connection, after, limit),
    fingerprints: (ids) => catalog.findFingerprints(connection, ids),
    documentsWith: (kind, id, scope) => catalog.findDocumentsWith(connection, kind, id, scope),
    countNames: (kind, bounds) => catalog.countNames(connection, kind, bounds),
    stats: () => catalog.readStats(connection),
    mark: () => readMark(connection),
  };
}

function readMark(connection: Connection): string | undefined {
  return connection.get<{ value: string }>("SELECT value FROM meta WHERE key = 'mark'")?.value;
}
