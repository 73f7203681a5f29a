import type { NewPoint } from './points.ts';

/**
 * Qdrant breaks the connection at 32 MiB without an answer (https://github.com/qdrant/qdrant/issues/2537), and proxies
 * in front of it allow less.
 */
const REQUEST_BYTES = 4 * 1024 * 1024;

/** Cuts items into consecutive requests of at most 4 MiB; an item beyond that is a request of its own. */
export function toRequests<T extends Pick<NewPoint, 'id' | 'vector'>>(
  items: readonly T[],
  limit = REQUEST_BYTES,
): readonly (readonly T[])[] {
  const requests: T[][] = [];
  let open: T[] | undefined;
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    if (open === undefined || bytes + size > limit) {
      open = [];
      bytes = 0;
      requests.push(open);
    }
    open.push(item);
    bytes += size;
  }
  return requests;
}
