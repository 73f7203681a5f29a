import type { CallOptions } from '../ports.ts';
import type { IndexStatus } from '../sync/read-status.ts';
import type { LibraryStatus } from './web-deps.ts';

const KEPT_MS = 5_000;

/** What the page says of the index; undefined when nothing has been published yet. */
export function toLibraryStatus(
  { live, failed, last_success_at: updatedAt }: IndexStatus,
  engines: { readonly model: string | undefined; readonly hasEmbedder: boolean },
): LibraryStatus | undefined {
  if (live === undefined) return undefined;
  return {
    documents: live.documents,
    failedDocuments: failed,
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    model: engines.model,
    search: engines.hasEmbedder && live.recipe.embedding !== null ? 'dense+lexical' : 'lexical',
  };
}

type ReadStatus = (options: CallOptions) => Promise<LibraryStatus | undefined>;

/** The same for every page made within five seconds: reading it opens each file of the index. Failures aren't kept. */
export function keepStatus(read: ReadStatus, now: () => number): ReadStatus {
  let kept: { readonly status: LibraryStatus | undefined; readonly until: number } | undefined;
  return async (options) => {
    if (kept !== undefined && now() < kept.until) return kept.status;
    const status = await read(options);
    kept = { status, until: now() + KEPT_MS };
    return status;
  };
}
