import { NotFoundError, SignInError } from '../errors.ts';
import { findImageType } from '../files/image-type.ts';
import type { FilterKind, Id } from '../model.ts';
import type { Archive, Asker, CallOptions } from '../ports.ts';
import { maySee } from './access.ts';
import { CountedRow, PermissionsRow } from './answers.ts';
import type { PaperlessClient } from './client.ts';
import { toPermissions } from './document.ts';
import { createDocumentLink } from './document-link.ts';
import { TooLargeError } from './read-body.ts';
import { readById } from './read-by-id.ts';
import { readNames } from './read-names.ts';
import { readRights } from './read-rights.ts';

const MAX_THUMBNAIL_BYTES = 2 * 1024 * 1024;

/** What answering needs, over the Paperless API; never more than the token's user may see. */
export class PaperlessArchive implements Archive {
  readonly #client: PaperlessClient;
  readonly link: (id: Id) => string;

  /** `publicUrl`: where people reach Paperless, in the forms `PAPERLESS_API_URL` may have. */
  constructor(client: PaperlessClient, publicUrl: string) {
    this.#client = client;
    this.link = createDocumentLink(publicUrl);
  }

  /** Throws `SignInError` for somebody who is no active Paperless user. */
  async visible(ids: readonly Id[], asker: Asker, options?: CallOptions): Promise<ReadonlySet<Id>> {
    const [rights, rows] = await Promise.all([
      asker.kind === 'user' ? readRights(this.#client, asker.name, options) : undefined,
      readById(
        this.#client,
        PermissionsRow,
        { fields: ['id', 'owner', 'permissions'], full_perms: true },
        ids,
        options,
      ),
    ]);
    const seen = rows.filter((row) => rights === undefined || maySee(rights, toPermissions(row)));
    return new Set(seen.map(({ id }) => id));
  }

  async counts(kind: FilterKind, options?: CallOptions): Promise<readonly { name: string; count: number }[]> {
    const counts = new Map<string, number>();
    // Two owners may have a name each that reads the same.
    for (const { name, document_count } of await readNames(this.#client, kind, CountedRow, options))
      if (document_count > 0) counts.set(name, (counts.get(name) ?? 0) + document_count);
    const { compare } = new Intl.Collator('en');
    return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name));
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
