import { z } from 'zod';
import type { IndexedDocument, Passage, PassageDraft } from '../model.ts';
import { toPassageId } from '../text/passage-id.ts';
import { toSharedPayload } from './document-record.ts';
import type { SearchedText } from './passage-words.ts';
import { toPointId } from './point-id.ts';

/** What a stored passage says of itself; what it says of its document is in the document's record as well. */
export interface PassageRecord extends SearchedText {
  readonly position: number;
  readonly kind: Passage['kind'];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const passageSchema = z.object({
  position: z.int(),
  kind: z.enum(['body', 'note', 'header']),
  start: z.int(),
  end: z.int(),
  content: z.string(),
  search_text: z.string().nullish(),
  header: z.string(),
  metadata: z.string(),
});

/** A passage of one write of a document has its own id, so that writing the same document again changes no old point. */
export function toPassagePointId(document: number, sequence: number, position: number): string {
  return toPointId('passage', document, sequence, position);
}

/** For us and for other programs: these read `content`, `title`, `url`, `source` and `document_id`. */
export function toPassagePayload(
  document: IndexedDocument,
  draft: PassageDraft,
  sequence: number,
  url: string | undefined,
): Record<string, unknown> {
  return {
    record: 'passage',
    ...toSharedPayload(document),
    sequence,
    written: sequence,
    fingerprint: document.fingerprint.text,
    position: draft.position,
    kind: draft.kind,
    start: draft.start,
    end: draft.end,
    content: draft.text,
    ...(draft.searchText !== draft.text && { search_text: draft.searchText }),
    header: draft.header,
    source: 'paperless',
    url: url ?? null,
  };
}

export function parsePassageRecord(payload: unknown): PassageRecord {
  const { content, search_text: searchText, ...fields } = passageSchema.parse(payload);
  return { ...fields, text: content, searchText: searchText ?? content };
}

export function toPassage(document: IndexedDocument, record: PassageRecord): Passage {
  const { position, kind, start, end, text } = record;
  return {
    id: toPassageId(document.id, position),
    documentId: document.id,
    position,
    kind,
    start,
    end,
    text,
    title: document.title,
    created: document.created,
    correspondent: document.correspondent,
    documentType: document.documentType,
    tags: document.tags,
  };
}
