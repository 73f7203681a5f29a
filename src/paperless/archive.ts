import { NotFoundError, SignInError } from '../errors.ts';
import { findImageType } from '../files/image-type.ts';
import { EVERYTHING, type FilterKind, type Id } from '../model.ts';
import type { Access, Archive, Asker, CallOptions } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';
import { sumByName } from '../text/sum-by-name.ts';
import { maySee, type Rights } from './access.ts';
import { CountedRow, PermissionsRow } from './answers.ts';
import { blameToken } from './blame-token.ts';
import type { PaperlessClient } from './client.ts';
import { toPermissions } from './document.ts';
import { createDocumentLink } from './document-link.ts';
import { type FreshAnswers, keepFresh } from './keep-fresh.ts';
import { type NamePermissions, readNamePermissions } from './name-permissions.ts';
import { TooLargeError } from './read-body.ts';
import { readById } from './read-by-id.ts';
import { readNames } from './read-names.ts';
import { readRights } from './read-rights.ts';

const MAX_THUMBNAIL_BYTES = 2 * 1024 * 1024;

/** Users whose rights are remembered at a time. */
const MOST_USERS = 1_000;

const ALL_ACCESS: Access = { scope: EVERYTHING, maySeeName: () => true };

export interface PaperlessArchiveOptions {
  /** How old the rights may be by which candidates are searched. Default a minute. */
  readonly scopeTtlMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What answering needs, over the Paperless API; never more than the token's user may see. */
export class PaperlessArchive implements Archive {
  readonly #client: PaperlessClient;
  readonly #rights: FreshAnswers<string, Rights>;
  readonly #names: FreshAnswers<'all', NamePermissions>;
  readonly link: (id: Id) => string;

  /** `publicUrl`: where people reach Paperless, in the forms `PAPERLESS_API_URL` may have. */
  constructor(
    client: PaperlessClient,
    publicUrl: string,
    { scopeTtlMs: ttlMs = 60_000, now = Date.now }: PaperlessArchiveOptions = {},
  ) {
    this.#client = client;
    this.#rights = keepFresh((name) => readRights(client, name), { ttlMs, now, most: MOST_USERS });
    this.#names = keepFresh(() => readNamePermissions(client), { ttlMs, now, most: 1 });
    this.link = createDocumentLink(publicUrl);
  }

  async access(asker: Asker, { signal }: CallOptions = {}): Promise<Access> {
    signal?.throwIfAborted();
    if (asker.kind === 'everyone') return ALL_ACCESS;
    const rights = await raceAbort(this.#rights.read(asker.name), signal);
    if (rights.isSuperuser) return ALL_ACCESS;
    const names = await raceAbort(this.#names.read('all'), signal);
    return {
      scope: { kind: 'user', user: rights.user, groups: rights.groups },
      maySeeName: (kind, id) => {
        const permissions = names[kind].get(id);
        return permissions !== undefined && maySee(rights, kind, permissions);
      },
    };
  }

  /** One request for the documents, and for a user one for their rights as they are now. */
  async visible(ids: readonly Id[], asker: Asker, options?: CallOptions): Promise<ReadonlySet<Id>> {
    const query = { fields: ['id', 'owner', 'permissions'], full_perms: true };
    const reading = readById(this.#client, PermissionsRow, query, ids, options);
    if (asker.kind === 'everyone') return new Set((await reading).map(({ id }) => id));
    const { name } = asker;
    const [rights, rows] = await Promise.all([
      this.#rights.renew(name, () => readRights(this.#client, name, options)),
      blameToken(reading),
    ]);
    return new Set(rows.filter((row) => maySee(rights, 'document', toPermissions(row))).map(({ id }) => id));
  }

  async counts(kind: FilterKind, options?: CallOptions): Promise<readonly { name: string; count: number }[]> {
    const rows = await readNames(this.#client, kind, CountedRow, options);
    return sumByName(rows.map(({ name, document_count: count }) => [name, count]));
  }

  /** Undefined also for a document that is gone or hidden, and for what is no picture or larger than 2 MB. */
  async thumbnail(id: Id, options?: CallOptions): Promise<{ bytes: Uint8Array; type: string } | undefined> {
    try {
      const request = { path: `/api/documents/${id}/thumb/`, maxBytes: MAX_THUMBNAIL_BYTES };
      const { bytes } = await this.#client.request(request, options);
      const type = findImageType(bytes);
      return type === undefined ? undefined : { bytes, type };
    } catch (error) {
      if (error instanceof NotFoundError || error instanceof TooLargeError) return undefined;
      if (error instanceof SignInError && error.httpStatus === 403) return undefined;
      throw error;
    }
  }
}
