import type { NameKind } from '../model.ts';
import { IdRow, pageOf } from '../paperless/answers.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import type { CallOptions } from '../ports.ts';
import { attempt, type Outcome } from './attempt.ts';

/** What a token may be allowed to view beside documents. */
export type Right = NameKind | 'user' | 'group';

export interface PaperlessFacts {
  readonly apiUrl: string;
  /** How many documents the token's user may see. */
  readonly documents: Outcome<number>;
  /** As Paperless says: `3.0.5`. */
  readonly version: string | undefined;
  /** Empty when documents can't be counted: the answers would all be the same. */
  readonly rights: ReadonlyMap<Right, Outcome<true>>;
}

const PATHS: readonly (readonly [Right, string])[] = [
  ['tag', '/api/tags/'],
  ['correspondent', '/api/correspondents/'],
  ['document_type', '/api/document_types/'],
  ['storage_path', '/api/storage_paths/'],
  ['custom_field', '/api/custom_fields/'],
  ['user', '/api/users/'],
  ['group', '/api/groups/'],
];

/** Asks for one row of everything that is ever read. */
export async function surveyPaperless(
  { client, apiUrl }: { readonly client: PaperlessClient; readonly apiUrl: string },
  options: CallOptions,
): Promise<PaperlessFacts> {
  const request = { path: '/api/documents/', query: { fields: ['id'], page_size: 1 } };
  const documents = await attempt('paperless', options, async (inTime) => {
    return (await client.json(request, pageOf(IdRow), inTime)).count;
  });
  if (documents.error !== undefined) return { apiUrl, documents, version: undefined, rights: new Map() };
  const answer = await attempt('paperless', options, (inTime) => client.request(request, inTime));
  const rights = PATHS.map(async ([right, path]) => {
    const outcome = await attempt('paperless', options, async (inTime) => {
      await client.json({ path, query: { page_size: 1 } }, pageOf(IdRow), inTime);
      return true as const;
    });
    return [right, outcome] as const;
  });
  const version = answer.value?.headers.get('x-version') ?? undefined;
  return { apiUrl, documents, version, rights: new Map(await Promise.all(rights)) };
}
