import { z } from 'zod';
import type { Id } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { type DocumentRecord, parseDocumentRecord, parseWordsRecord, type WordsRecord } from './document-record.ts';
import type { StoredWords } from './document-words.ts';
import { type PointStore, parseStored, readPoints } from './points.ts';
import { readManifest } from './vocabulary.ts';

/** What a collection holds of a document, or (without `record`) what is left of a removed one. */
export interface StoredDocument {
  readonly record: DocumentRecord | undefined;
  readonly words: WordsRecord;
  /** What the vocabulary's present snapshot counts for it. */
  readonly settled: StoredWords;
}

const kindSchema = z.object({ record: z.enum(['document', 'gone']) });

/** Those of `ids` that were ever written. Read anew for each write: only the stored snapshot says what it counts. */
export async function readStoredDocuments(
  store: PointStore,
  ids: readonly Id[],
  options: CallOptions,
): Promise<ReadonlyMap<Id, StoredDocument>> {
  const { written } = await readManifest(store, options);
  const points = await readPoints(store, [...new Set(ids)], options);
  return new Map(
    points.map((point) => {
      const { record: kind } = parseStored(kindSchema.parse, point, store.name);
      const record = kind === 'document' ? parseStored(parseDocumentRecord, point, store.name) : undefined;
      const words = parseStored(parseWordsRecord, point, store.name);
      const settled = words.written > written ? words.settled : words.words;
      return [Number(point.id), { record, words, settled }];
    }),
  );
}
