import { z } from 'zod';
import type { Fingerprint, Id, IndexedDocument } from '../model.ts';
import type { StoredWords } from './document-words.ts';

/**
 * What a collection knows of a document beside its passages, in a point whose id is the document's. Such a point is
 * written in one step, and `sequence` says which passages are the document's: so a reader sees the old ones or the new
 * ones, whatever else is being written.
 */
export interface DocumentRecord {
  readonly document: IndexedDocument;
  /** The `sequence` that its passages carry. */
  readonly sequence: number;
  readonly passages: number;
}

/** What a document adds to the vocabulary. Also left behind by a removed one, then without words. */
export interface WordsRecord {
  /** Rises with every write, over all records of the collection. */
  readonly written: number;
  readonly words: StoredWords;
  /** What the vocabulary's snapshot counts for this document, as long as `written` is later than that. */
  readonly settled: StoredWords;
}

const idSchema = z.int().nullish();
const wordsSchema = z.object({ passages: z.int(), terms: z.string(), words: z.string() });

const recordSchema = z.object({ written: z.int(), words: wordsSchema, settled: wordsSchema });

const documentSchema = z.object({
  document_id: z.int(),
  sequence: z.int(),
  passages: z.int(),
  title: z.string(),
  created: z.string().nullish(),
  modified: z.string(),
  correspondent: idSchema,
  document_type: idSchema,
  storage_path: idSchema,
  tags: z.array(z.int()),
  custom_fields: z.array(z.int()),
  archive_serial_number: idSchema,
  metadata: z.string(),
  owner: idSchema,
  view_users: z.array(z.int()),
  view_groups: z.array(z.int()),
  fingerprint: z.object({ text: z.string(), metadata: z.string(), permissions: z.string() }),
});
const fingerprintSchema = documentSchema.pick({ fingerprint: true });

/** What documents and passages are filtered by, and what other programs may want to know. */
export function toSharedPayload(document: IndexedDocument): Record<string, unknown> {
  const { permissions } = document;
  return {
    document_id: document.id,
    title: document.title,
    created: document.created ?? null,
    modified: document.modified,
    correspondent: document.correspondent ?? null,
    document_type: document.documentType ?? null,
    storage_path: document.storagePath ?? null,
    tags: document.tags,
    custom_fields: document.customFields,
    archive_serial_number: document.archiveSerialNumber ?? null,
    metadata: document.metadata,
    owner: permissions.owner ?? null,
    view_users: permissions.viewUsers,
    view_groups: permissions.viewGroups,
  };
}

export function toDocumentPayload(record: DocumentRecord, words: WordsRecord): Record<string, unknown> {
  const { document, sequence, passages } = record;
  const { fingerprint } = document;
  return { record: 'document', ...toSharedPayload(document), fingerprint, sequence, passages, ...words };
}

/** What stays of a removed document. */
export function toGonePayload(id: Id, words: WordsRecord): Record<string, unknown> {
  return { record: 'gone', document_id: id, ...words };
}

/** The keys `parseDocumentRecord` needs: the words are left out, they are long. */
export const DOCUMENT_KEYS: readonly string[] = Object.keys(documentSchema.shape);

/** Throws a `ZodError` for a payload that isn't ours. */
export function parseDocumentRecord(payload: unknown): DocumentRecord {
  const fields = documentSchema.parse(payload);
  return {
    sequence: fields.sequence,
    passages: fields.passages,
    document: {
      id: fields.document_id,
      title: fields.title,
      created: fields.created ?? undefined,
      modified: fields.modified,
      correspondent: fields.correspondent ?? undefined,
      documentType: fields.document_type ?? undefined,
      storagePath: fields.storage_path ?? undefined,
      tags: fields.tags,
      customFields: fields.custom_fields,
      archiveSerialNumber: fields.archive_serial_number ?? undefined,
      metadata: fields.metadata,
      permissions: {
        owner: fields.owner ?? undefined,
        viewUsers: fields.view_users,
        viewGroups: fields.view_groups,
      },
      fingerprint: fields.fingerprint,
    },
  };
}

export function parseWordsRecord(payload: unknown): WordsRecord {
  return recordSchema.parse(payload);
}

export function parseFingerprint(payload: unknown): Fingerprint {
  return fingerprintSchema.parse(payload).fingerprint;
}
