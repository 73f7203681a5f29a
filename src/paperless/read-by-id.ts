import type { z } from 'zod';
import { UnavailableError } from '../errors.ts';
import type { Id } from '../model.ts';
import type { PaperlessClient, RequestOptions } from './client.ts';
import type { Query } from './query.ts';
import { TooLargeError } from './read-body.ts';

/** 500 ids of up to ten digits stay below the 8 KB of a request line that every proxy takes. */
const MAX_IDS = 500;

/** Paperless' ids are 32 bit; PostgreSQL answers a larger one with an error instead of "no such document". */
const MAX_ID = 2 ** 31 - 1;

/** Smaller than the client's default: a batch is held in memory as bytes, as text and as objects. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;

/**
 * The documents of `ids` that exist and that the token may see, in no particular order, each once.
 * Throws `UnavailableError` when the answer holds others: Paperless ignores a filter it doesn't get, and says nothing.
 */
export async function readById<T extends { readonly id: Id }>(
  client: PaperlessClient,
  row: z.ZodType<T>,
  query: Query,
  ids: readonly Id[],
  options?: RequestOptions,
): Promise<readonly T[]> {
  const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0 && id <= MAX_ID);
  const rows: T[] = [];
  for (let at = 0; at < wanted.length; at += MAX_IDS)
    rows.push(...(await readBatch(client, row, query, wanted.slice(at, at + MAX_IDS), options)));
  return rows;
}

async function readBatch<T extends { readonly id: Id }>(
  client: PaperlessClient,
  row: z.ZodType<T>,
  query: Query,
  ids: readonly Id[],
  options?: RequestOptions,
): Promise<readonly T[]> {
  try {
    const request = {
      path: '/api/documents/',
      query: { ...query, id__in: ids, ordering: 'id', page_size: ids.length },
      maxBytes: ids.length === 1 ? MAX_DOCUMENT_BYTES : MAX_BATCH_BYTES,
      timeoutMs: 120_000,
    };
    const { count, results } = await client.page(request, row, options);
    checkRows(new Set(ids), count, results);
    return results;
  } catch (error) {
    if (!(error instanceof TooLargeError) || ids.length === 1) throw error;
    const half = Math.ceil(ids.length / 2);
    return [
      ...(await readBatch(client, row, query, ids.slice(0, half), options)),
      ...(await readBatch(client, row, query, ids.slice(half), options)),
    ];
  }
}

function checkRows(asked: ReadonlySet<Id>, count: number, rows: readonly { readonly id: Id }[]): void {
  const got = new Set(rows.map(({ id }) => id));
  if (got.size !== rows.length || rows.length !== count || !got.isSubsetOf(asked))
    throw new UnavailableError(
      'paperless',
      'Paperless answered a question about certain documents with other, repeated or missing ones. Check whether a proxy in front of it changes requests, or try again later.',
    );
}
