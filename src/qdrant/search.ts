import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import type { Id, Ranked } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { toPassageId } from '../text/passage-id.ts';
import { matchValue, type QdrantCondition } from './filters.ts';
import { type PointStore, parseStored, readPoints } from './points.ts';

/** What one leg asks of Qdrant. */
export type LegQuery = Pick<Schemas['QueryRequest'], 'query' | 'using' | 'params'>;

interface Found {
  readonly documentId: Id;
  readonly position: number;
  readonly sequence: number;
  readonly score: number;
}

/** Asked for beyond `k`, so that a tie at the cut is usually seen whole. */
const MARGIN = 32;
const MOST = 10_000;
/** A document would have to be replaced as often while one search runs. */
const ROUNDS = 20;

const foundSchema = z.object({ document_id: z.int(), position: z.int(), sequence: z.int() });
const sequenceSchema = z.object({ record: z.string(), document_id: z.int(), sequence: z.int().optional() });

/**
 * The `k` best passages, ties by document and position. Passages that are being written, or are left over from before,
 * don't count: the document's record says which are current. Where the search met others, it is repeated without them.
 */
export async function searchTop(
  store: PointStore,
  query: LegQuery,
  conditions: readonly QdrantCondition[],
  k: number,
  options: CallOptions,
): Promise<Ranked[]> {
  if (k <= 0) return [];
  /** Documents of which the search met other passages than the current ones, with the sequence asked for instead. */
  const asked = new Map<Id, number | undefined>();
  let fresh: Found[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const filter = { must: [...conditions], must_not: [...asked].map(([id, sequence]) => matchStale(id, sequence)) };
    const found = await queryTop(store, query, filter, k, options);
    const ids = new Set([...found.map(({ documentId }) => documentId), ...asked.keys()]);
    const current = await readSequences(store, ids, options);
    fresh = found.filter(({ documentId, sequence }) => current.get(documentId) === sequence);
    // What was asked for is checked as well: replaced in the meantime, its document would be missing altogether.
    const moved = [...asked].filter(([id, sequence]) => current.get(id) !== sequence);
    if (fresh.length === found.length && moved.length === 0) break;
    for (const { documentId, sequence } of found) {
      if (current.get(documentId) !== sequence) asked.set(documentId, current.get(documentId));
    }
    for (const [id] of moved) asked.set(id, current.get(id));
  }
  return fresh
    .sort((a, b) => b.score - a.score || a.documentId - b.documentId || a.position - b.position)
    .slice(0, k)
    .map(({ documentId, position, score }) => ({ id: toPassageId(documentId, position), documentId, score }));
}

/** Which passages are a document's, for those of `ids` that exist. */
async function readSequences(
  store: PointStore,
  ids: ReadonlySet<Id>,
  options: CallOptions,
): Promise<ReadonlyMap<Id, number>> {
  const points = await readPoints(store, [...ids], options, ['record', 'document_id', 'sequence']);
  const sequences = new Map<Id, number>();
  for (const point of points) {
    const { record, document_id: id, sequence } = parseStored(sequenceSchema.parse, point, store.name);
    if (record === 'document' && sequence !== undefined) sequences.set(id, sequence);
  }
  return sequences;
}

async function queryTop(
  store: PointStore,
  query: LegQuery,
  filter: Schemas['Filter'],
  k: number,
  options: CallOptions,
): Promise<Found[]> {
  for (let limit = k + MARGIN; ; limit = Math.min(limit * 8, Math.max(MOST, k + MARGIN))) {
    const size = limit;
    const { points } = await store.connection.call(
      (client) =>
        client.query(store.name, {
          ...query,
          filter,
          limit: size,
          with_payload: ['document_id', 'position', 'sequence'],
        }),
      options,
    );
    const isTiedAtEnd = points.length === limit && points[k - 1]?.score === points.at(-1)?.score;
    if (isTiedAtEnd && limit < MOST) continue;
    return points.map((point) => {
      const place = parseStored(foundSchema.parse, { id: point.id, payload: point.payload }, store.name);
      const { document_id: documentId, position, sequence } = place;
      return { documentId, position, sequence, score: point.score };
    });
  }
}

/** Passages of a document other than the current ones; all of them when it has none. */
function matchStale(id: Id, sequence: number | undefined): QdrantCondition {
  return {
    must: [matchValue('document_id', id)],
    ...(sequence !== undefined && { must_not: [matchValue('sequence', sequence)] }),
  };
}
