import type { AskDeps } from '../../src/ask/deps.ts';
import type { Question } from '../../src/ask/question.ts';
import type { AnswerEvent, Id, NameKind, Names, Recipe, Source } from '../../src/model.ts';
import type { Embedder, PassageIndex } from '../../src/ports.ts';
import { createEntry, type EntryOptions, LEXICAL, publishEntries } from '../contract/passage-index-world.ts';
import { MemoryIndex } from '../fakes/memory-index.ts';
import { createMemoryLibrary, type MemoryLibrary } from '../fakes/memory-source.ts';

/** A document of a test: its passages are `texts`, one after the other. */
export type WorldDocument = { readonly id: Id; readonly texts: readonly string[] } & Pick<
  EntryOptions,
  'title' | 'created' | 'correspondent' | 'documentType' | 'tags' | 'metadata'
>;

export interface World {
  readonly deps: AskDeps;
  /** The archive behind `deps`: documents can be trashed, calls made to fail. */
  readonly library: MemoryLibrary;
  readonly index: PassageIndex;
  /** Log lines so far, without their fields. */
  readonly logged: { readonly level: string; readonly fields: object; readonly message: string }[];
}

/** An index and an archive that hold the same documents. With an embedder the passages are embedded by it. */
export async function createWorld(
  documents: readonly WorldDocument[],
  options: { names?: Partial<Record<NameKind, Readonly<Record<Id, string>>>>; embedder?: Embedder } = {},
): Promise<World> {
  const index = new MemoryIndex();
  const library = createMemoryLibrary();
  for (const { texts, ...document } of documents) library.add({ ...document, content: texts.join('') });
  const recipe: Recipe = { ...LEXICAL, embedding: await options.embedder?.recipe() };
  const entries = documents.map(({ id, ...rest }) => createEntry(id, rest));
  const embedded = await Promise.all(
    entries.map(async (entry) => {
      const embeddings = await options.embedder?.embedDocuments(entry.passages.map(({ text }) => text));
      return { ...entry, embeddings: embeddings?.filter((embedding) => embedding instanceof Float32Array) };
    }),
  );
  const { writer } = await publishEntries(index, recipe, embedded);
  await writer.setNames(toNames(options.names ?? {}));

  const logged: World['logged'] = [];
  const write = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message });
  let clock = 0;
  const deps: AskDeps = {
    index,
    archive: library.archive,
    embedder: options.embedder,
    chatModel: undefined,
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    now: () => clock++,
    settings: { topK: 8, topKScoped: 12 },
  };
  return { deps, library, index, logged };
}

export const EVERYONE: Question['asker'] = { kind: 'everyone' };

export function ask(q: string, rest: Omit<Question, 'q' | 'asker'> = {}): Question {
  return { q, asker: EVERYONE, ...rest };
}

export async function collect(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  return Array.fromAsync(events);
}

/** What came before an answer failed, and how it did. */
export async function collectFailed(parts: AsyncIterable<AnswerEvent>) {
  const events: AnswerEvent[] = [];
  try {
    for await (const part of parts) events.push(part);
  } catch (error) {
    return { events, error };
  }
  return { events, error: undefined };
}

function toNames(given: Partial<Record<NameKind, Readonly<Record<Id, string>>>>): Names {
  const toMap = (kind: NameKind) => new Map(Object.entries(given[kind] ?? {}).map(([id, name]) => [Number(id), name]));
  return {
    correspondent: toMap('correspondent'),
    document_type: toMap('document_type'),
    tag: toMap('tag'),
    storage_path: toMap('storage_path'),
    custom_field: toMap('custom_field'),
  };
}

/** A source as an answer is made from, with the fields a test cares about. */
export function createSource(fields: Partial<Source> & Pick<Source, 'n'>): Source {
  return {
    passage: `${fields.n}-0`,
    document_id: fields.n,
    title: '',
    correspondent: null,
    created: null,
    url: null,
    text: '',
    highlights: [],
    score: 0,
    legs: {},
    ...fields,
  };
}
