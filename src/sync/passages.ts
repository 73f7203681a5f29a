import type { Document, IndexedDocument, PassageDraft, PassageKind, Span } from '../model.ts';
import { chunkText } from '../text/chunk.ts';
import { cleanText } from '../text/clean.ts';
import { findRunningLines } from '../text/running-lines.ts';
import type { DocumentLines } from './document-lines.ts';
import { buildFingerprint } from './fingerprint.ts';

/**
 * A document's passages: its text, then its notes, cut into chunks. A document without any text has one passage that
 * is only its header, so that it is found by its title.
 */
export function buildPassages(
  document: Pick<Document, 'content' | 'notes'>,
  { header, metadata }: DocumentLines,
): PassageDraft[] {
  const pieces = [
    ...cutText(document.content, 'body', findRunningLines(document.content)),
    ...document.notes.flatMap((note) => cutText(note, 'note', [])),
  ];
  const empty = { kind: 'header', start: 0, end: 0, text: '', searchText: '' } as const;
  return (pieces.length > 0 ? pieces : [empty]).map((piece, position) => ({ position, ...piece, header, metadata }));
}

/** What of a passage is embedded: header and body, not the metadata line. */
export function toEmbeddingText({ header, searchText }: PassageDraft): string {
  return [header, searchText].filter((part) => part !== '').join('\n');
}

/** What is stored of a document beside its passages. */
export function toIndexedDocument(document: Document, lines: DocumentLines): IndexedDocument {
  return {
    id: document.id,
    title: document.title,
    created: document.created,
    modified: document.modified,
    correspondent: document.correspondent,
    documentType: document.documentType,
    storagePath: document.storagePath,
    tags: document.tags,
    customFields: document.customFields.map(({ field }) => field),
    archiveSerialNumber: document.archiveSerialNumber,
    metadata: lines.metadata,
    permissions: document.permissions,
    fingerprint: buildFingerprint(document, lines),
  };
}

type Piece = Omit<PassageDraft, 'position' | 'header' | 'metadata'>;

function cutText(text: string, kind: PassageKind, dropped: readonly Span[]): Piece[] {
  return chunkText(text).map((chunk) => ({
    kind,
    ...chunk,
    // A chunk of nothing but page headers is still searched by them.
    searchText: cleanText(withoutSpans(text, chunk, dropped)) || cleanText(chunk.text),
  }));
}

/** The part of `text` within `part` without what `spans` (in order) cover. */
function withoutSpans(text: string, part: Span, spans: readonly Span[]): string {
  let kept = '';
  let from = part.start;
  for (const span of spans) {
    if (span.end <= from || span.start >= part.end) continue;
    kept += text.slice(from, Math.max(from, span.start));
    from = span.end;
  }
  return kept + text.slice(from, Math.max(from, part.end));
}
