import type { z } from 'zod';
import { NotFoundError, SignInError, UnavailableError, UsageError } from '../errors.ts';
import type { Document, Id, Instant, NameKind, Names } from '../model.ts';
import type { CallOptions, DocumentSource } from '../ports.ts';
import { CustomFieldRow, DocumentRow, IdRow, ModifiedRow, NameRow, pageOf } from './answers.ts';
import type { PaperlessClient } from './client.ts';
import { DOCUMENT_FIELDS, toDocument, toInstantOrThrow } from './document.ts';
import { type ReadPage, readAllPages } from './pages.ts';
import type { Query } from './query.ts';
import { readById } from './read-by-id.ts';
import { readNames } from './read-names.ts';

/** Rows a page when only ids and times are read: one request for most libraries, some seconds of work for Paperless. */
const PAGE_SIZE = 10_000;

const LIST_TIMEOUT_MS = 180_000;

type Definitions = ReadonlyMap<Id, CustomFieldRow>;

const NO_DEFINITIONS: Definitions = new Map();

/** Documents over the Paperless API, as the token's user sees them. */
export class PaperlessSource implements DocumentSource {
  readonly #client: PaperlessClient;
  readonly #pageSize: number;
  /** As of the last `names()` or the first `read()`. Paperless gives a select's value as an id, its label only here. */
  #definitions: Definitions | undefined;
  readonly #warned = new Set<NameKind>();

  constructor(client: PaperlessClient, { pageSize = PAGE_SIZE }: { readonly pageSize?: number } = {}) {
    this.#client = client;
    this.#pageSize = pageSize;
  }

  async changedSince(
    since: Instant | undefined,
    options?: CallOptions,
  ): Promise<readonly { id: Id; modified: Instant }[]> {
    const filter = { fields: ['id', 'modified'], modified__gte: since };
    const rows = await asService(this.#list(ModifiedRow, filter, 'changed documents', options));
    return (
      rows
        .map(({ id, modified }) => ({ id, modified: toInstantOrThrow(modified) }))
        // An ignored filter would answer with the whole library; what is too old is none of the caller's business.
        .filter(({ modified }) => since === undefined || modified >= since)
        .sort((a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : a.id - b.id))
    );
  }

  async count(options?: CallOptions): Promise<number> {
    const request = { path: '/api/documents/', query: { fields: ['id'], page_size: 1 } };
    return (await asService(this.#client.json(request, pageOf(IdRow), options))).count;
  }

  async allIds(options?: CallOptions): Promise<readonly Id[]> {
    const rows = await asService(this.#list(IdRow, { fields: ['id'] }, 'documents', options));
    return rows.map(({ id }) => id);
  }

  async read(ids: readonly Id[], options?: CallOptions): Promise<readonly Document[]> {
    const query = { fields: DOCUMENT_FIELDS, full_perms: true };
    const rows = await asService(readById(this.#client, DocumentRow, query, ids, options));
    const hasValues = rows.some(({ custom_fields }) => custom_fields.length > 0);
    const definitions = hasValues ? (this.#definitions ?? (await this.#readDefinitions(options))) : NO_DEFINITIONS;
    return rows.map((row) => toDocument(row, definitions));
  }

  /**
   * A kind the token may not read is empty, with one warning: its names are then missing from what is shown and found.
   * Tags are an exception (`SignInError`): without their names an excluded tag could not be honoured.
   */
  async names(options?: CallOptions): Promise<Names> {
    const [correspondent, documentType, tag, storagePath, customField] = await Promise.all([
      this.#readOptional('correspondent', NameRow, options),
      this.#readOptional('document_type', NameRow, options),
      asService(readNames(this.#client, 'tag', NameRow, options)),
      this.#readOptional('storage_path', NameRow, options),
      this.#readDefinitions(options),
    ]);
    return {
      correspondent: toNameMap(correspondent),
      document_type: toNameMap(documentType),
      tag: toNameMap(tag),
      storage_path: toNameMap(storagePath),
      custom_field: toNameMap([...customField.values()]),
    };
  }

  #list<T extends IdRow>(
    row: z.ZodType<T>,
    query: Query,
    what: string,
    options: CallOptions | undefined,
  ): Promise<readonly T[]> {
    const read: ReadPage<T> = (page, size) => {
      const paging = { ordering: 'id', page, page_size: size };
      const request = { path: '/api/documents/', query: { ...query, ...paging }, timeoutMs: LIST_TIMEOUT_MS };
      return this.#client.page(request, row, options);
    };
    return readAllPages(read, { size: this.#pageSize, what });
  }

  async #readDefinitions(options: CallOptions | undefined): Promise<Definitions> {
    const rows = await this.#readOptional('custom_field', CustomFieldRow, options);
    this.#definitions = new Map(rows.map((row) => [row.id, row]));
    return this.#definitions;
  }

  async #readOptional<T extends NameRow>(
    kind: Exclude<NameKind, 'tag'>,
    row: z.ZodType<T>,
    options: CallOptions | undefined,
  ): Promise<readonly T[]> {
    try {
      return await asService(readNames(this.#client, kind, row, options));
    } catch (error) {
      if (!(error instanceof SignInError) || error.httpStatus !== 403) throw error;
      if (!this.#warned.has(kind))
        this.#client.log.warn(
          { kind },
          `paperless: the token's user may not read ${kind}s, so they are missing from the index; grant the permission to view them`,
        );
      this.#warned.add(kind);
      return [];
    }
  }
}

function toNameMap(rows: readonly NameRow[]): ReadonlyMap<Id, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A request of ours that Paperless does not take is nobody's input. */
async function asService<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof NotFoundError)) throw error;
    const advice = 'Check that it is a Paperless-ngx of a supported version, or try again later.';
    throw new UnavailableError('paperless', `${error.message} ${advice}`, { cause: error });
  }
}
