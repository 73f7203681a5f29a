import { z } from 'zod';
import type { Id } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { type DocumentRecord, parseDocumentRecord, parseWordsRecord, type WordsRecord } from './document-record.ts';
import { type PointStore, parseStored, readPoints } from './points.ts';

/** What a collection holds of a document, or (without `record`) what is left of a removed one. */
export interface StoredDocument {
  readonly record: DocumentRecord | undefined;
  readonly words: WordsRecord;
}

const kindSchema = z.object({ record: z.enum(['document', 'gone']) });

export async function readStoredDocuments(
  store: PointStore,
  ids: readonly Id[],
  options: CallOptions,
): Promise<ReadonlyMap<Id, StoredDocument>> {
  const points = await readPoints(store, [...new Set(ids)], options);
  return new Map(
    points.map((point) => {
      const { record: kind } = parseStored(kindSchema.parse, point, store.name);
      const record = kind === 'document' ? parseStored(parseDocumentRecord, point, store.name) : undefined;
      return [Number(point.id), { record, words: parseStored(parseWordsRecord, point, store.name) }];
    }),
  );
}
