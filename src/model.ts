/** Paperless' numeric id of a document, a correspondent, a tag … */
export type Id = number;

/** A calendar date, `YYYY-MM-DD`. Never a `Date`: a time zone would move it by a day. */
export type CalendarDate = string;

/** An instant in UTC with six fractional digits, `2026-11-30T11:19:01.628871Z`: comparable as text. */
export type Instant = string;

export const NAME_KINDS = ['correspondent', 'document_type', 'tag', 'storage_path', 'custom_field'] as const;

/** What Paperless attaches to a document by id and shows by name. */
export type NameKind = (typeof NAME_KINDS)[number];

/** The kinds that a search can be narrowed by. */
export type FilterKind = Extract<NameKind, 'correspondent' | 'document_type' | 'tag'>;

/** Names by kind and id, as the source has them now. */
export type Names = Readonly<Record<NameKind, ReadonlyMap<Id, string>>>;

/** No names yet, to be filled. */
export function createNames(): Record<NameKind, Map<Id, string>> {
  return {
    correspondent: new Map(),
    document_type: new Map(),
    tag: new Map(),
    storage_path: new Map(),
    custom_field: new Map(),
  };
}

/** Paperless' own rule: no owner = everybody may view; else the owner and the users and groups listed. */
export interface Permissions {
  readonly owner: Id | undefined;
  readonly viewUsers: readonly Id[];
  readonly viewGroups: readonly Id[];
}

/** A document as a source reads it. `content` is the newest version's text under the root document's id. */
export interface Document {
  readonly id: Id;
  readonly title: string;
  readonly content: string;
  readonly created: CalendarDate | undefined;
  readonly modified: Instant;
  readonly correspondent: Id | undefined;
  readonly documentType: Id | undefined;
  readonly storagePath: Id | undefined;
  /** Ascending. */
  readonly tags: readonly Id[];
  /** Values as people read them (a select's label, not its option id), ordered by field. */
  readonly customFields: readonly { readonly field: Id; readonly value: string }[];
  readonly notes: readonly string[];
  readonly archiveSerialNumber: number | undefined;
  readonly permissions: Permissions;
}

/** A span the chunker cut: `text === source.slice(start, end)`, offsets in UTF-16 code units. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where a passage comes from: the document's text, one of its notes, or (no text at all) its header only. */
export type PassageKind = 'body' | 'note' | 'header';

/** `<document id>-<position>`: stable across stores and generations, until the document's text changes. */
export type PassageId = string;

/** A chunk with its place in its document, ready to be indexed. */
export interface PassageDraft {
  /** 0, 1, 2 … within the document: body first, then notes. */
  readonly position: number;
  readonly kind: PassageKind;
  /** Offsets into `Document.content` (body) or into the note; both 0 for a header-only passage. */
  readonly start: number;
  readonly end: number;
  /** As it stands in the document: what is shown and cited. Empty for a header-only passage. */
  readonly text: string;
  /** The same cleaned of OCR noise (hyphenation joined, page headers dropped, NFC): what is searched and embedded. */
  readonly searchText: string;
  /** `title — correspondent — created`, missing parts left out. Searched and embedded, never cited. */
  readonly header: string;
  /** Type, tags, archive serial number, storage path, custom field values. Lexical search only. */
  readonly metadata: string;
}

/** Hashes that decide what has to be done again. */
export interface Fingerprint {
  /** Text, notes and header: changed = chunk, embed, replace. */
  readonly text: string;
  /** Everything else that is shown or filtered by: changed = update without embedding. */
  readonly metadata: string;
  readonly permissions: string;
}

/** What is stored of a document beside its passages. */
export interface IndexedDocument {
  readonly id: Id;
  readonly title: string;
  readonly created: CalendarDate | undefined;
  readonly modified: Instant;
  readonly correspondent: Id | undefined;
  readonly documentType: Id | undefined;
  readonly storagePath: Id | undefined;
  readonly tags: readonly Id[];
  readonly customFields: readonly Id[];
  readonly archiveSerialNumber: number | undefined;
  /** The current metadata line, the same for all passages of the document. */
  readonly metadata: string;
  readonly permissions: Permissions;
  readonly fingerprint: Fingerprint;
}

/** A passage as stored and retrieved, with what is shown of its document. */
export interface Passage {
  readonly id: PassageId;
  readonly documentId: Id;
  readonly position: number;
  readonly kind: PassageKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly title: string;
  readonly created: CalendarDate | undefined;
  readonly correspondent: Id | undefined;
  readonly documentType: Id | undefined;
  readonly tags: readonly Id[];
}

/** What passages were made with. Two equal recipes make equal passages from equal documents. */
export interface Recipe {
  /** Schema of the stored rows, raised when a store's layout changes. */
  readonly schema: number;
  readonly chunker: number;
  readonly analyzer: number;
  readonly embedding: EmbeddingRecipe | undefined;
}

export interface EmbeddingRecipe {
  readonly model: string;
  readonly digest: string;
  readonly documentPrefix: string;
  readonly queryPrefix: string;
  readonly dimensions: number;
}

/** One complete build of the index. */
export interface Generation {
  /** Sortable by age, safe in file and collection names: lower-case letters, digits, `-`. */
  readonly id: string;
  readonly recipe: Recipe;
  readonly state: 'building' | 'live';
  readonly startedAt: Instant;
}

/** How the caller chose to narrow, already resolved to ids. Hard: all parts hold, every tag is required. */
export interface Filter {
  readonly correspondent?: Id;
  readonly documentType?: Id;
  readonly tags?: readonly Id[];
  /** Both ends inclusive. A document without a date matches neither. */
  readonly createdFrom?: CalendarDate;
  readonly createdTo?: CalendarDate;
}

/** What the asker may see. Enforced in the index, never taken from a request body. */
export type Scope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'user'; readonly user: Id; readonly groups: readonly Id[] };

export const EVERYTHING: Scope = { kind: 'everything' };

/** One row of one leg's ranked list, best first. */
export interface Ranked {
  readonly id: PassageId;
  readonly documentId: Id;
  /** The leg's own: bm25 (higher is better) for the lexical legs, cosine similarity for dense. */
  readonly score: number;
}

export type Leg = 'stems' | 'parts' | 'dense';

/** A passage with its fused score and its rank (from 1) in every leg that found it. */
export interface Hit {
  readonly passage: Passage;
  readonly score: number;
  readonly legs: Readonly<Partial<Record<Leg, number>>>;
}

/** Filters as people write them: names, not ids. What requests carry and answers echo. */
export interface FilterRequest {
  readonly correspondent?: string;
  readonly document_type?: string;
  readonly tags?: readonly string[];
  readonly created_from?: CalendarDate;
  readonly created_to?: CalendarDate;
}

/** The half-open span `[start, end)` of `Source.text`, UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A numbered source as shown to the reader. Field names are those of the HTTP API. */
export interface Source {
  readonly n: number;
  readonly passage: PassageId;
  readonly document_id: Id;
  readonly title: string;
  readonly correspondent: string | null;
  readonly created: CalendarDate | null;
  /** The document in Paperless; null where there is no web address (an export folder). */
  readonly url: string | null;
  readonly text: string;
  readonly highlights: readonly Span[];
  readonly score: number;
  readonly legs: Readonly<Partial<Record<Leg, number>>>;
}

/** A checked link from a marker in the answer to a source. */
export interface Citation {
  readonly n: number;
  readonly passage: PassageId;
  /** False when an amount, date or identifier of the cited sentence is not in the passage. */
  readonly checked: boolean;
}

/** A filter the question hints at. Offered, never applied by itself. */
export interface ProposedFilter {
  readonly filter: FilterRequest;
  readonly text: string;
}

export type Outcome = 'answered' | 'not_found' | 'nothing_in_scope' | 'extractive';

export type Phase = 'queued' | 'rewriting' | 'searching' | 'checking' | 'answering';

/** The stream of an answer, the same objects for the page, the terminal and MCP. Ends with `done`; failures are thrown. */
export type AnswerEvent =
  | { readonly type: 'phase'; readonly name: Phase }
  | { readonly type: 'sources'; readonly sources: readonly Source[]; readonly proposed: readonly ProposedFilter[] }
  | { readonly type: 'token'; readonly text: string }
  | {
      readonly type: 'done';
      readonly outcome: Outcome;
      readonly citations: readonly Citation[];
      /** Nearest misses, when nothing answers the question. */
      readonly near?: readonly Source[];
      readonly model: string | null;
      /** Of quotations: words of the question that no source contains, as typed, five at most; not there when that is none. */
      readonly missing_words?: readonly string[];
      readonly timings: Readonly<Record<string, number>>;
      /** Why this answer is less than it could be, in words for people. */
      readonly degraded?: string;
    };
