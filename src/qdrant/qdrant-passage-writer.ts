import type { Id, IndexedDocument, Names } from '../model.ts';
import type { CallOptions, IndexEntry, PassageWriter } from '../ports.ts';
import { checkEmbeddings } from '../store/check-embeddings.ts';
import { countRecords, toNamesPoint } from './catalog.ts';
import { DENSE } from './collection.ts';
import { type DocumentRecord, toDocumentPayload, toGonePayload, type WordsRecord } from './document-record.ts';
import { countDocumentWords, formatWords, NO_WORDS } from './document-words.ts';
import { matchAny, matchRecord, matchValue } from './filters.ts';
import { toPassagePayload, toPassagePointId } from './passage-record.ts';
import { analyzePassage, type PassageWords } from './passage-words.ts';
import { type NewPoint, toDeleteStep, toUpsertStep, write } from './points.ts';
import { type OpenCollection, QdrantPassageReader } from './qdrant-passage-reader.ts';
import { readStoredDocuments, type StoredDocument } from './stored-documents.ts';
import { sweepOrphans } from './sweep-orphans.ts';
import { toRequests } from './to-requests.ts';
import { toMetadataSteps } from './update-metadata.ts';
import { writeSnapshot } from './write-snapshot.ts';

export interface WriterOptions {
  /** The highest `written` of the collection. */
  readonly written: number;
  /** A document's page for people, stored with its passages. */
  readonly link: (id: Id) => string | undefined;
}

/** Documents changed in a live generation until its vocabulary is summed up again: readers load them for each question. */
const SUM_UP_AFTER = 500;

/**
 * Writes one generation. New passages are invisible until their document's record names their sequence; that is one
 * point, written in one step. Old passages go after it.
 */
export class QdrantPassageWriter extends QdrantPassageReader implements PassageWriter {
  readonly #store: OpenCollection;
  readonly #link: WriterOptions['link'];
  #written: number;
  #changed = 0;

  constructor(store: OpenCollection, { written, link }: WriterOptions) {
    super({ generation: store.collection.generation, open: async () => store });
    this.#store = store;
    this.#link = link;
    this.#written = written;
  }

  async replace(entries: readonly IndexEntry[], options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted();
    const latest = [...new Map(entries.map((entry) => [entry.document.id, entry])).values()];
    for (const entry of latest) checkEmbeddings(entry, this.generation.recipe.embedding);
    if (latest.length === 0) return;
    const ids = latest.map(({ document }) => document.id);
    const stored = await readStoredDocuments(this.#store, ids, options);
    this.#written += 1;
    const sequence = this.#written;
    const points: NewPoint[] = [];
    const records: NewPoint[] = [];
    for (const entry of latest) {
      const words = entry.passages.map(analyzePassage);
      points.push(...this.#toPassagePoints(entry, words, sequence));
      const record = { document: entry.document, sequence, passages: entry.passages.length };
      records.push(this.#toDocumentPoint(record, words, stored.get(entry.document.id)));
    }
    for (const request of toRequests(points)) await write(this.#store, [toUpsertStep(request)], options);
    for (const request of toRequests(records)) await write(this.#store, [toUpsertStep(request)], options);
    const others = {
      must: [matchRecord('passage'), matchAny('document_id', ids)],
      must_not: [matchValue('sequence', sequence)],
    };
    await write(this.#store, [toDeleteStep(others)], options);
    await this.#noteChanges(latest.length, options);
  }

  async updateMetadata(documents: readonly IndexedDocument[], options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted();
    const latest = new Map(documents.map((document) => [document.id, document]));
    const stored = await readStoredDocuments(this.#store, [...latest.keys()], options);
    for (const [id, document] of latest) {
      const old = stored.get(id);
      if (old?.record === undefined) continue;
      const { words, steps } = await toMetadataSteps(this.#store, old.record, document, options);
      const record = { ...old.record, document };
      // Without new words nothing changes for the vocabulary.
      const point = words ? this.#toDocumentPoint(record, words, old, this.#next()) : toPoint(record, old.words);
      const last = [...(steps.at(-1) ?? []), toUpsertStep([point])];
      for (const request of [...steps.slice(0, -1), last]) await write(this.#store, request, options);
      await this.#noteChanges(words ? 1 : 0, options);
    }
  }

  async remove(ids: readonly Id[], options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted();
    if (ids.length === 0) return;
    const stored = await readStoredDocuments(this.#store, ids, options);
    const written = this.#next();
    const traces = [...stored].map(([id, old]): NewPoint => {
      const words = { written, words: NO_WORDS, settled: old.settled };
      return { id, vector: {}, payload: toGonePayload(id, words) };
    });
    for (const request of toRequests(traces)) await write(this.#store, [toUpsertStep(request)], options);
    const passages = { must: [matchRecord('passage'), matchAny('document_id', ids)] };
    await write(this.#store, [toDeleteStep(passages)], options);
    await this.#noteChanges(stored.size, options);
  }

  async setNames(names: Names, options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted();
    await write(this.#store, [toUpsertStep([toNamesPoint(names, this.#written)])], options);
  }

  /** Sums up the vocabulary, and removes what interrupted writes left behind. */
  async finish(options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted();
    const vocabulary = await this.#store.vocabulary.read(options);
    if (this.#written > vocabulary.written) {
      await writeSnapshot(this.#store, vocabulary, this.#written, options);
      this.#changed = 0;
      await write(this.#store, [toDeleteStep({ must: [matchRecord('gone')] })], options);
    }
    const passages = await countRecords(this.#store, 'passage', [], options);
    if (passages !== vocabulary.passages) await sweepOrphans(this.#store, options);
  }

  #next(): number {
    this.#written += 1;
    return this.#written;
  }

  #toPassagePoints({ document, passages, embeddings }: IndexEntry, words: readonly PassageWords[], sequence: number) {
    const url = this.#link(document.id);
    return passages.map((draft, index): NewPoint => {
      const embedding = embeddings?.[index];
      return {
        id: toPassagePointId(document.id, sequence, draft.position),
        vector: { ...words[index]?.vectors, ...(embedding && { [DENSE]: [...embedding] }) },
        payload: toPassagePayload(document, draft, sequence, url),
      };
    });
  }

  #toDocumentPoint(
    record: DocumentRecord,
    words: readonly PassageWords[],
    old: StoredDocument | undefined,
    written = record.sequence,
  ): NewPoint {
    return toPoint(record, {
      written,
      words: formatWords(countDocumentWords(words)),
      settled: old?.settled ?? NO_WORDS,
    });
  }

  async #noteChanges(documents: number, options: CallOptions): Promise<void> {
    this.#changed += documents;
    if (this.#changed >= SUM_UP_AFTER && this.generation.state === 'live') await this.finish(options);
  }
}

function toPoint(record: DocumentRecord, words: WordsRecord): NewPoint {
  return { id: record.document.id, vector: {}, payload: toDocumentPayload(record, words) };
}
