import { IndexMismatchError } from '../../src/errors.ts';
import {
  EVERYTHING,
  type Filter,
  type FilterKind,
  type Fingerprint,
  type Generation,
  type Id,
  type IndexedDocument,
  type NameKind,
  type Names,
  type Passage,
  type PassageDraft,
  type PassageId,
  type Ranked,
  type Scope,
} from '../../src/model.ts';
import type {
  CallOptions,
  IndexEntry,
  IndexStats,
  PassageReader,
  SearchOptions,
  VocabularyQuery,
} from '../../src/ports.ts';
import { analyzeText } from '../../src/text/analyze.ts';
import { fold } from '../../src/text/fold.ts';
import { type Counted, rankByBm25 } from './bm25.ts';

export interface MemoryView {
  readonly generation: Generation;
  readonly entries: ReadonlyMap<Id, IndexEntry>;
  readonly names: Names;
  /** Counts the writes. */
  readonly writes: number;
}

interface Row {
  readonly document: IndexedDocument;
  readonly passage: PassageDraft;
  readonly embedding: Float32Array | undefined;
}

/** The reading side of a generation in memory: everything is computed anew for every call. */
export class MemoryReader implements PassageReader {
  readonly #view: () => MemoryView;

  constructor(view: () => MemoryView) {
    this.#view = view;
  }

  get generation(): Generation {
    return this.#view().generation;
  }

  async denseTop(embedding: Float32Array, k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    const rows = this.#rows(options).filter(isWithin(options));
    const dimensions = this.generation.recipe.embedding?.dimensions;
    if (dimensions === undefined) throw new IndexMismatchError('The generation holds no embeddings.');
    if (embedding.length === 0) return [];
    if (embedding.length !== dimensions) throw new IndexMismatchError(`The generation has ${dimensions} dimensions.`);
    const length = Math.hypot(...embedding);
    const scored = rows.flatMap((row) => {
      const cosine = row.embedding?.reduce((sum, value, index) => sum + value * (embedding[index] ?? 0), 0);
      return cosine === undefined ? [] : [{ row, score: cosine / length }];
    });
    return cut(scored, k);
  }

  async stemsTop(terms: readonly string[], k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    const rows = this.#rows(options).map((row): Counted<Row> => {
      const columns = toColumns(row);
      return { row, length: columns.head.length + columns.body.length, count: (term) => countTerm(columns, term) };
    });
    return cut(
      rankByBm25(rows, terms).filter(({ row }) => isWithin(options)(row)),
      k,
    );
  }

  async partsTop(parts: readonly string[], k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    const long = parts.filter((part) => [...part].length >= 3);
    const rows = this.#rows(options).map((row): Counted<Row> => {
      const { header, metadata, searchText } = row.passage;
      const text = fold(`${header}\n${metadata}\n${searchText}`);
      return { row, length: Math.max(0, [...text].length - 2), count: (part) => countPart(text, part) };
    });
    return cut(
      rankByBm25(rows, long).filter(({ row }) => isWithin(options)(row)),
      k,
    );
  }

  async frequencies(terms: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, number>> {
    const all = this.#countTerms(options);
    return new Map([...new Set(terms)].flatMap((term) => (all.has(term) ? [[term, all.get(term) ?? 0]] : [])));
  }

  async vocabulary(query: VocabularyQuery, limit: number, options?: CallOptions): Promise<readonly string[]> {
    const matching = [...this.#countTerms(options)].filter(([term]) => meetsVocabularyQuery(term, query));
    const sorted = matching.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return sorted.slice(0, limit).map(([term]) => term);
  }

  async read(ids: readonly PassageId[], scope: Scope, options?: CallOptions): Promise<readonly Passage[]> {
    const rows = new Map(this.#rows(options).map((row) => [toId(row), row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row && isWithin({ scope })(row) ? [toPassage(row)] : [];
    });
  }

  async countDocuments(options: SearchOptions): Promise<number> {
    return this.#documents(options).filter((document) => isDocumentWithin(document, options)).length;
  }

  async names(options?: CallOptions): Promise<Names> {
    options?.signal?.throwIfAborted();
    return this.#view().names;
  }

  async *documents(options?: CallOptions): AsyncIterable<{ id: Id; fingerprint: Fingerprint }> {
    for (const { id, fingerprint } of this.#documents(options).sort((a, b) => a.id - b.id)) yield { id, fingerprint };
  }

  async fingerprints(ids: readonly Id[], options?: CallOptions): Promise<ReadonlyMap<Id, Fingerprint>> {
    const documents = this.#documents(options).filter(({ id }) => ids.includes(id));
    return new Map(documents.map(({ id, fingerprint }) => [id, fingerprint]));
  }

  async countNames(kind: FilterKind, options: SearchOptions): Promise<ReadonlyMap<Id, number>> {
    const documents = this.#documents(options).filter((document) => isDocumentWithin(document, options));
    const counts = new Map<Id, number>();
    for (const id of documents.flatMap((document) => idsOf(document, kind))) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  async documentsWith(
    kind: NameKind,
    id: Id,
    { scope = EVERYTHING, ...options }: CallOptions & { readonly scope?: Scope } = {},
  ): Promise<readonly Id[]> {
    const documents = this.#documents(options).filter(
      (document) => idsOf(document, kind).includes(id) && isDocumentWithin(document, { scope }),
    );
    return documents.map((document) => document.id).sort((a, b) => a - b);
  }

  async stats(options?: CallOptions): Promise<IndexStats> {
    return { documents: this.#documents(options).length, passages: this.#rows(options).length, bytes: undefined };
  }

  async mark(options?: CallOptions): Promise<string> {
    options?.signal?.throwIfAborted();
    return String(this.#view().writes);
  }

  #documents(options?: CallOptions): IndexedDocument[] {
    options?.signal?.throwIfAborted();
    return [...this.#view().entries.values()].map(({ document }) => document);
  }

  #rows(options?: CallOptions): Row[] {
    options?.signal?.throwIfAborted();
    return [...this.#view().entries.values()].flatMap(({ document, passages, embeddings }) =>
      passages.map((passage, index) => ({ document, passage, embedding: embeddings?.[index] })),
    );
  }

  #countTerms(options?: CallOptions): Map<string, number> {
    const counts = new Map<string, number>();
    for (const columns of this.#rows(options).map(toColumns))
      for (const term of new Set([...columns.head, ...columns.body])) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  }
}

function cut(scored: readonly { row: Row; score: number }[], k: number): readonly Ranked[] {
  return [...scored]
    .sort(
      (a, b) =>
        b.score - a.score || a.row.document.id - b.row.document.id || a.row.passage.position - b.row.passage.position,
    )
    .slice(0, Math.max(0, k))
    .map(({ row, score }) => ({ id: toId(row), documentId: row.document.id, score }));
}

function toId({ document, passage }: Row): PassageId {
  return `${document.id}-${passage.position}`;
}

function toColumns({ passage }: Row) {
  return { head: analyzeText(`${passage.header}\n${passage.metadata}`), body: analyzeText(passage.searchText) };
}

/** Words of the header and the metadata line count twice. */
function countTerm({ head, body }: ReturnType<typeof toColumns>, term: string): number {
  return 2 * head.filter((word) => word === term).length + body.filter((word) => word === term).length;
}

function countPart(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

function meetsVocabularyQuery(term: string, query: VocabularyQuery): boolean {
  if (query.kind === 'similar')
    return query.first !== '' && term.startsWith(query.first) && term.length >= query.min && term.length <= query.max;
  return query.text !== '' && term.startsWith(query.text);
}

function isWithin(bounds: { filter?: Filter; scope: Scope }) {
  return ({ document }: Row) => isDocumentWithin(document, bounds);
}

function isDocumentWithin(
  document: IndexedDocument,
  { filter = {}, scope }: { filter?: Filter; scope: Scope },
): boolean {
  const { correspondent, documentType, tags = [], createdFrom, createdTo } = filter;
  const { created, permissions } = document;
  if (correspondent !== undefined && document.correspondent !== correspondent) return false;
  if (documentType !== undefined && document.documentType !== documentType) return false;
  if (!tags.every((tag) => document.tags.includes(tag))) return false;
  if (createdFrom !== undefined && (created === undefined || created < createdFrom)) return false;
  if (createdTo !== undefined && (created === undefined || created > createdTo)) return false;
  if (scope.kind === 'everything' || permissions.owner === undefined || permissions.owner === scope.user) return true;
  if (permissions.viewUsers.includes(scope.user)) return true;
  return permissions.viewGroups.some((group) => scope.groups.includes(group));
}

function idsOf(document: IndexedDocument, kind: NameKind): readonly Id[] {
  const single = {
    correspondent: document.correspondent,
    document_type: document.documentType,
    storage_path: document.storagePath,
  };
  if (kind === 'tag') return document.tags;
  if (kind === 'custom_field') return document.customFields;
  const id = single[kind];
  return id === undefined ? [] : [id];
}

function toPassage(row: Row): Passage {
  const { position, kind, start, end, text } = row.passage;
  const { id: documentId, title, created, correspondent, documentType, tags } = row.document;
  const shown = { title, created, correspondent, documentType, tags };
  return { id: toId(row), documentId, position, kind, start, end, text, ...shown };
}
