import type { Id } from '../../../src/model.ts';
import {
  createDocument,
  createOwned,
  type FakeCustomField,
  type FakeDocument,
  type FakeGroup,
  type FakeName,
  type FakeUser,
  type FakeVersion,
  type NameList,
  toChecksum,
} from './objects.ts';
import type { FakeSavedView } from './saved-views.ts';
import { SearchIndex } from './search-index.ts';
import type { FakeShareLink } from './share-links.ts';
import type { FakeTask } from './tasks.ts';
import { FakeClock } from './time.ts';

/**
 * A Paperless in memory. Tests may write to the maps directly: like a change made behind Paperless' back, that moves no
 * `modified` and leaves the search index as it is. `edit`, `trash` … do what the real one does.
 */
export class FakeLibrary {
  readonly clock: FakeClock;
  readonly index = new SearchIndex(this);
  /** Trashed ones included. */
  readonly documents = new Map<Id, FakeDocument>();
  readonly names: Record<NameList, Map<Id, FakeName>> = {
    correspondents: new Map(),
    document_types: new Map(),
    tags: new Map(),
    storage_paths: new Map(),
  };
  readonly customFields = new Map<Id, FakeCustomField>();
  readonly users = new Map<Id, FakeUser>();
  readonly groups = new Map<Id, FakeGroup>();
  readonly savedViews = new Map<Id, FakeSavedView>();
  readonly shareLinks = new Map<Id, FakeShareLink>();
  /** Of uploads, oldest first. */
  readonly tasks: FakeTask[] = [];
  /** As `/api/workflows/` lists them. */
  workflows: { readonly enabled: boolean; readonly triggers: readonly { readonly type: number }[] }[] = [];
  /** While false, the follow-up of a bulk edit (`modified`, index) waits for `startWorker`. */
  isWorkerRunning = true;
  readonly #waiting = new Set<Id>();
  #lastId = 0;

  constructor(clock = new FakeClock('2026-12-01T08:00:00.000000Z')) {
    this.clock = clock;
  }

  /** Documents and versions take their ids from one sequence. */
  takeId(): Id {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** All documents by id, trashed ones included. */
  list(): FakeDocument[] {
    const documents = [...this.documents.values()];
    const isSorted = documents.every(({ id }, index) => index === 0 || id > (documents[index - 1]?.id ?? 0));
    return isSorted ? documents : documents.sort((a, b) => a.id - b.id);
  }

  /** Adds a document, indexed, as if it had been consumed. Without an id it gets the next one. */
  add(given: Partial<FakeDocument> = {}): FakeDocument {
    const id = given.id ?? this.takeId();
    const now = given.modified ?? given.added ?? this.clock.tick();
    const document: FakeDocument = { ...createDocument(id, now), ...given, id };
    this.documents.set(id, document);
    this.#lastId = Math.max(this.#lastId, id, ...document.versions.map((version) => version.id));
    if (document.deleted_at === null) this.index.put(id);
    return document;
  }

  /** A live document. Throws for others: a test asking for one has a mistake. */
  get(id: Id): FakeDocument {
    const document = this.documents.get(id);
    if (document === undefined || document.deleted_at !== null) throw new Error(`the fake holds no document ${id}`);
    return document;
  }

  /** A change through the API or the web interface: moves `modified`, indexes the root's own text. */
  edit(id: Id, changes: Partial<FakeDocument> = {}): FakeDocument {
    const document = Object.assign(this.get(id), changes, { modified: this.clock.tick() });
    this.index.put(id);
    return document;
  }

  /** What a bulk edit does after its answer, once the worker gets to it. */
  followUp(ids: Iterable<Id>): void {
    for (const id of ids) {
      if (this.isWorkerRunning) this.edit(id);
      else this.#waiting.add(id);
    }
  }

  startWorker(): void {
    this.isWorkerRunning = true;
    this.followUp(this.#waiting);
    this.#waiting.clear();
  }

  /** OCR again: another text, indexed, but `modified` stays. */
  reprocess(id: Id, content?: string): void {
    const document = this.get(id);
    if (content !== undefined) document.content = content;
    this.index.put(id);
  }

  /** `modified` stays. */
  trash(id: Id): void {
    this.get(id).deleted_at = this.clock.tick();
    this.index.remove(id);
  }

  /** Moves `modified`, and leaves the search index without the document: so does the real one. */
  restore(id: Id): void {
    const document = this.documents.get(id);
    if (document?.deleted_at) Object.assign(document, { deleted_at: null, modified: this.clock.tick() });
  }

  /** A new version of the file: its text shows under the root's id, but the index keeps the old one. */
  addVersion(id: Id, content: string, label: string | null = null): FakeVersion {
    const added = this.clock.tick();
    const version = { id: this.takeId(), content, added, version_label: label, checksum: toChecksum(content) };
    Object.assign(this.get(id), { modified: added }).versions.push(version);
    return version;
  }

  /** Takes a name off all documents and deletes it. Moves no `modified`, refreshes no index entry. */
  deleteName(list: NameList, id: Id): void {
    this.names[list].delete(id);
    const field = { correspondents: 'correspondent', document_types: 'document_type', storage_paths: 'storage_path' };
    for (const document of this.documents.values()) {
      if (list === 'tags') document.tags = document.tags.filter((tag) => tag !== id);
      else if (document[field[list] as 'correspondent'] === id) document[field[list] as 'correspondent'] = null;
    }
  }

  addName(list: NameList, given: Partial<FakeName> & { readonly name: string }): FakeName {
    const id = given.id ?? (this.names[list].size === 0 ? 1 : Math.max(...this.names[list].keys()) + 1);
    const name: FakeName = { ...createOwned(), ...given, id };
    this.names[list].set(id, name);
    return name;
  }

  addUser(given: Partial<FakeUser> & { readonly username: string }): FakeUser {
    const id = given.id ?? this.users.size + 2;
    const user: FakeUser = {
      first_name: '',
      email: '',
      is_active: true,
      is_superuser: false,
      groups: [],
      permissions: [],
      token: given.username.padStart(40, '0'),
      ...given,
      id,
    };
    this.users.set(id, user);
    return user;
  }
}
