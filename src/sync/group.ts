import type { Document, Fingerprint, Id, IndexedDocument, Instant, PassageDraft } from '../model.ts';
import type { Pass } from './pass.ts';

/** A document whose passages are to be written. */
export interface Replacement {
  readonly document: Document;
  readonly indexed: IndexedDocument;
  readonly passages: readonly PassageDraft[];
  /** What the index has of it now. */
  readonly known: Fingerprint | undefined;
}

/** What is written in one go, and how far the source is done after it. */
export interface Group {
  readonly replacements: Replacement[];
  readonly updates: IndexedDocument[];
  readonly exclusions: Id[];
  passages: number;
  chars: number;
  /** Modification time of the last document that was looked at; undefined when the cursor has no part in this. */
  reached: Instant | undefined;
}

/** One transaction is best filled well; with embeddings less is lost when the run ends in the middle. */
const LARGEST = { passages: 1_000, chars: 4_000_000, documents: 500 };
const LARGEST_EMBEDDED = { passages: 64, chars: 4_000_000, documents: 500 };

export function createGroup(): Group {
  return { replacements: [], updates: [], exclusions: [], passages: 0, chars: 0, reached: undefined };
}

export function addReplacement(group: Group, replacement: Replacement): void {
  group.replacements.push(replacement);
  group.passages += replacement.passages.length;
  group.chars += replacement.document.content.length;
}

/** Leaves a document's passages as they are, but follows what decides who finds it: metadata and permissions. */
export function updateMetadataOnly(
  group: Group,
  { indexed, known }: { readonly indexed: IndexedDocument; readonly known: Fingerprint | undefined },
): void {
  const { fingerprint } = indexed;
  if (known === undefined) return;
  if (known.metadata === fingerprint.metadata && known.permissions === fingerprint.permissions) return;
  group.updates.push({ ...indexed, fingerprint: { ...fingerprint, text: known.text } });
}

/**
 * Leaves a text for a later run, because it can't be embedded or cut as its generation wants it right now. The document
 * is remembered, and the cursor stays before it.
 */
export function postpone(pass: Pass, group: Group, item: Parameters<typeof updateMetadataOnly>[1]): void {
  pass.hasPostponed = true;
  if (item.known !== undefined) pass.generationState.postponed.add(item.indexed.id);
  updateMetadataOnly(group, item);
}

/** True when it is time to write. A single document may be larger than a group. */
export function isFull(group: Group, isEmbedded: boolean): boolean {
  const largest = isEmbedded ? LARGEST_EMBEDDED : LARGEST;
  const documents = group.replacements.length + group.updates.length + group.exclusions.length;
  return group.passages >= largest.passages || group.chars >= largest.chars || documents >= largest.documents;
}
