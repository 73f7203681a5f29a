import type { IndexStatus } from '../sync/read-status.ts';
import type { LibraryStatus } from './web-deps.ts';

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
