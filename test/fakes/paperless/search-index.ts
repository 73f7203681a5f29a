import type { Id } from '../../../src/model.ts';
import type { FakeLibrary } from './library.ts';
import type { FakeDocument } from './objects.ts';

/** What the index holds of a document: names and values as they were when it was written. */
export interface IndexEntry {
  readonly id: Id;
  readonly title: string;
  readonly content: string;
  readonly created: string;
  readonly asn: number | undefined;
  readonly correspondent: string;
  readonly type: string;
  readonly tag: string;
  readonly notes: string;
  readonly values: string;
}

/**
 * The full-text index beside the database, with its own idea of what exists. `broken`: its files can't be read (400 for
 * every search, 500 for every write); `panicking`: 500 without a content type, status included.
 */
export class SearchIndex {
  state: 'ok' | 'broken' | 'panicking' = 'ok';
  readonly #library: FakeLibrary;
  readonly #entries = new Map<Id, IndexEntry>();

  constructor(library: FakeLibrary) {
    this.#library = library;
  }

  /** Indexes the root's own text, also when a newer version is what Paperless shows. */
  put(id: Id): void {
    const document = this.#library.documents.get(id);
    if (document !== undefined) this.#entries.set(id, this.#toEntry(document));
  }

  /** Loses a document, as a crash or a restore from the trash does. */
  remove(id: Id): void {
    this.#entries.delete(id);
  }

  /** Wiped: searches go on and find nothing, the status says OK. */
  clear(): void {
    this.#entries.clear();
  }

  /** `document_index reindex`. */
  rebuild(): void {
    this.state = 'ok';
    this.clear();
    for (const { id, deleted_at } of this.#library.list()) if (deleted_at === null) this.put(id);
  }

  has(id: Id): boolean {
    return this.#entries.has(id);
  }

  entries(): Iterable<IndexEntry> {
    return this.#entries.values();
  }

  #toEntry(document: FakeDocument): IndexEntry {
    const { names } = this.#library;
    const nameOf = (list: keyof typeof names, id: Id | null) => (id === null ? '' : (names[list].get(id)?.name ?? ''));
    return {
      id: document.id,
      title: document.title,
      content: document.content,
      created: document.created ?? '',
      asn: document.archive_serial_number ?? undefined,
      correspondent: nameOf('correspondents', document.correspondent),
      type: nameOf('document_types', document.document_type),
      tag: document.tags.map((id) => nameOf('tags', id)).join('\n'),
      notes: document.notes.map(({ note }) => note).join('\n'),
      values: document.custom_fields.map(({ value }) => String(value ?? '')).join('\n'),
    };
  }
}
