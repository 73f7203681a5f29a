import type { z } from 'zod';
import { UnavailableError } from '../errors.ts';
import type { Id, NameKind } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import type { PaperlessClient } from './client.ts';
import type { Query } from './query.ts';

const PATHS: Readonly<Record<NameKind, string>> = {
  correspondent: '/api/correspondents/',
  document_type: '/api/document_types/',
  tag: '/api/tags/',
  storage_path: '/api/storage_paths/',
  custom_field: '/api/custom_fields/',
};

/** Paperless' own limit, far above any library: one page is one statement in its database, so nothing can move meanwhile. */
const PAGE_SIZE = 100_000;

const TRIES = 3;

/** All rows of one kind, asked for with `query`. Throws `UnavailableError` when they don't match their own count, three times over. */
export async function readNames<T extends { readonly id: Id }>(
  client: PaperlessClient,
  kind: NameKind,
  row: z.ZodType<T>,
  options?: CallOptions,
  query: Query = {},
): Promise<readonly T[]> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const request = { path: PATHS[kind], query: { ...query, page_size: PAGE_SIZE } };
    const { count, results } = await client.page(request, row, options);
    if (results.length === count && new Set(results.map(({ id }) => id)).size === count) return results;
  }
  throw new UnavailableError(
    'paperless',
    `Paperless' list at ${PATHS[kind]} does not match its own count, so it may be incomplete. Try again later.`,
  );
}
