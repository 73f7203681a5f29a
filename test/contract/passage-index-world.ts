import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Id, IndexedDocument, PassageDraft, Permissions, Recipe } from '../../src/model.ts';
import type { IndexEntry, PassageIndex, PassageReader, PassageWriter } from '../../src/ports.ts';
import { analyzeQuery } from '../../src/text/analyze.ts';

/** A store of its own, empty at first. */
export interface IndexWorld {
  /** An index over the store, as another process would open it. */
  open(): PassageIndex;
  /** Closes every opened index and removes the store. */
  close(): Promise<void>;
  /** Where the store can tell: runs `check` between every two writes it receives, until the returned function is called. */
  betweenWrites?(check: () => Promise<void>): () => void;
}

export type SetUpIndex = () => Promise<IndexWorld>;

/** Runs a test in a world of its own. */
export function inIndexWorld(setUp: SetUpIndex, run: (world: IndexWorld) => Promise<void>) {
  return async () => {
    const world = await setUp();
    try {
      await run(world);
    } finally {
      await world.close();
    }
  };
}

export const LEXICAL: Recipe = { schema: 1, chunker: 1, analyzer: 1, embedding: undefined };

export const DENSE: Recipe = {
  ...LEXICAL,
  embedding: { model: 'toy', digest: 'sha256:0', documentPrefix: 'document: ', queryPrefix: '', dimensions: 4 },
};

export interface EntryOptions {
  /** A body passage each. */
  readonly texts?: readonly string[];
  readonly title?: string;
  readonly metadata?: string;
  readonly created?: string | undefined;
  readonly correspondent?: Id;
  readonly documentType?: Id;
  readonly storagePath?: Id;
  readonly tags?: readonly Id[];
  readonly customFields?: readonly Id[];
  readonly permissions?: Permissions;
  readonly fingerprint?: string;
  /** One per passage. */
  readonly embeddings?: readonly (readonly number[])[];
}

export function createEntry(id: Id, options: EntryOptions = {}): IndexEntry {
  const document = createDocument(id, options);
  let start = 0;
  const passages = (options.texts ?? ['']).map((text, position): PassageDraft => {
    const draft = { position, kind: 'body', start, end: start + text.length, text, searchText: text } as const;
    start = draft.end;
    return { ...draft, header: document.title, metadata: document.metadata };
  });
  return { document, passages, embeddings: options.embeddings?.map(toUnit) };
}

export function createDocument(id: Id, options: EntryOptions = {}): IndexedDocument {
  const hash = options.fingerprint ?? 'first';
  return {
    id,
    title: options.title ?? '',
    created: options.created,
    modified: '2026-03-01T10:00:05.219000Z',
    correspondent: options.correspondent,
    documentType: options.documentType,
    storagePath: options.storagePath,
    tags: options.tags ?? [],
    customFields: options.customFields ?? [],
    archiveSerialNumber: undefined,
    metadata: options.metadata ?? '',
    permissions: options.permissions ?? { owner: undefined, viewUsers: [], viewGroups: [] },
    fingerprint: { text: `text-${hash}`, metadata: `metadata-${hash}`, permissions: `permissions-${hash}` },
  };
}

/** Builds, finishes and publishes a generation. */
export async function publishEntries(index: PassageIndex, recipe: Recipe, entries: readonly IndexEntry[]) {
  const generation = await index.begin(recipe);
  const writer = await index.writer(generation.id);
  await writer.replace(entries);
  await writer.finish();
  await index.publish(generation.id);
  return { generation, writer };
}

/** One store for a group of tests (set up and closed by their hooks), a new live generation for each of them. */
export function shareStore(setUp: SetUpIndex) {
  let shared: { world: IndexWorld; index: PassageIndex; otherIndex: PassageIndex } | undefined;
  const store = () => shared ?? assert.fail('the store is used outside of a test');
  before(async () => {
    const world = await setUp();
    shared = { world, index: world.open(), otherIndex: world.open() };
  });
  after(() => shared?.world.close());

  /** Runs a test on `documents`, with their writer and a reader of another process. */
  const withLive =
    (
      documents: readonly (readonly [Id, EntryOptions])[],
      run: (parts: { writer: PassageWriter; reader: PassageReader }) => Promise<void>,
    ) =>
    async () => {
      const { index, otherIndex } = store();
      const entries = documents.map(([id, options]) => createEntry(id, options));
      const { writer } = await publishEntries(index, DENSE, entries);
      await run({ writer, reader: await openReader(otherIndex) });
    };

  return { store, withLive };
}

/** The reader of a store that has something published. */
export async function openReader(index: PassageIndex): Promise<PassageReader> {
  const reader = await index.reader();
  return reader ?? assert.fail('nothing is published');
}

/** Terms as a question's words give them. */
export function toTerms(words: string): readonly string[] {
  const { words: analyzed, identifiers } = analyzeQuery(words);
  return [...analyzed.flatMap(({ stems }) => stems), ...identifiers];
}

export function toUnit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

export function toIds(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}

export function toDocumentIds(rows: readonly { readonly documentId: Id }[]): readonly Id[] {
  return [...new Set(rows.map(({ documentId }) => documentId))].sort((a, b) => a - b);
}

export async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** What users, OCR and attackers put into a search box. */
export const HOSTILE_STRINGS: readonly string[] = [
  ...['', ' ', '"', '""', "'", '`', '\\', '*', '^', '-', '+', '(', ')', '{}', ':', ';', '#', '##', '%', '_', '.*'],
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'NEAR(a b, 2)',
    'a AND',
    'a*',
    '^a',
    'body:a',
    '{header}: a',
    '"a',
    'a"b',
    "O'Brien",
  ],
  ...[
    'C++',
    '4711-AB/2024',
    '1.234,56 €',
    'user@example.com',
    '%_%',
    '[a-z]',
    '$\\{a}',
    '{{a}}',
    '<b>',
    '--',
    '/*',
    ';DROP',
  ],
  ...[
    '\0',
    'abc\0def',
    '\ud800',
    'abc\udfff',
    '\u{1f600}',
    'e\u0301\u0301\u0301',
    '\u202eabc',
    '日本語',
    'x'.repeat(5_000),
  ],
];
