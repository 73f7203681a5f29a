import { ConfigError } from '../errors.ts';
import type { Id } from '../model.ts';
import type { RawEntry } from './entries.ts';
import type { EntryOf, ManifestEntry } from './manifest.ts';

/** Where an entry stands: texts stay on disk until somebody reads them. */
export interface EntryPosition {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export type DocumentEntry = EntryOf<'documents.document'>;
export type NoteEntry = EntryOf<'documents.note'>;
export type ValueEntry = EntryOf<'documents.customfieldinstance'>;

export interface Located<E> {
  readonly entry: E;
  readonly place: EntryPosition;
}

/** The entries of an export. Their order in the files means nothing. */
export interface Gathered {
  readonly documents: Map<Id, Located<DocumentEntry>>;
  readonly notes: Located<NoteEntry>[];
  readonly values: Located<ValueEntry>[];
  readonly others: ManifestEntry[];
}

export function createGathered(): Gathered {
  return { documents: new Map(), notes: [], values: [], others: [] };
}

/**
 * Adds an entry. A document that is in several files (split manifests of an earlier export stay when a document's
 * file name changes) counts as it was modified last, of equal ones as gathered last. Twice in one file: `ConfigError`.
 */
export function gather(gathered: Gathered, entry: ManifestEntry, file: string, raw: RawEntry): void {
  const place = { file, start: raw.start, end: raw.end };
  if (entry.model === 'documents.note') gathered.notes.push({ entry, place });
  else if (entry.model === 'documents.customfieldinstance') gathered.values.push({ entry, place });
  else if (entry.model === 'documents.document') {
    const known = gathered.documents.get(entry.pk);
    if (known?.place.file === file)
      throw new ConfigError(
        `The Paperless export can't be read: ${file}: entry ${raw.number}: document ${entry.pk} is there twice. ` +
          'Run document_exporter again.',
      );
    if (known !== undefined && known.entry.fields.modified > entry.fields.modified) return;
    const { content: _, ...fields } = entry.fields;
    gathered.documents.set(entry.pk, { entry: { ...entry, fields }, place });
  } else gathered.others.push(entry);
}
