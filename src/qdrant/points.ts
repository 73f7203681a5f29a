import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { StorageError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';
import type { Connection } from './connection.ts';
import type { QdrantFilter } from './filters.ts';

export interface Point {
  readonly id: string | number;
  readonly payload: unknown;
}

export interface NewPoint {
  readonly id: string | number;
  /** By vector's name; a point without vectors is found by its id and payload only. */
  readonly vector: Readonly<Record<string, Schemas['SparseVector'] | number[]>>;
  readonly payload: Record<string, unknown>;
}

/** One step of a write. Qdrant does the steps of a request in order, but readers can see what is between them. */
export type WriteStep = Schemas['UpdateOperation'];

/** Points of one collection. */
export interface PointStore {
  readonly connection: Connection;
  readonly name: string;
}

const READ_SIZE = 1_000;
const writtenSchema = z.object({ written: z.int() });

/** Pages of the points that match, numeric ids first and ascending. `payload` = the keys to read. */
export async function* scrollPages(
  { connection, name }: PointStore,
  page: { readonly filter: QdrantFilter; readonly payload: readonly string[]; readonly size: number },
  options: CallOptions,
): AsyncGenerator<readonly Point[]> {
  let offset: Schemas['ExtendedPointId'] | undefined;
  do {
    const start = offset;
    const { points, next_page_offset: next } = await connection.call(
      (client) =>
        client.scroll(name, {
          filter: page.filter,
          limit: page.size,
          with_payload: page.payload.length === 0 ? false : [...page.payload],
          ...(start !== undefined && { offset: start }),
        }),
      options,
    );
    if (points.length > 0) yield points.map(({ id, payload }) => ({ id, payload }));
    // Safe: the offset is an id; the client's type also knows objects, for other orders than by id.
    offset = (next as Schemas['ExtendedPointId'] | null | undefined) ?? undefined;
  } while (offset !== undefined);
}

/** The points among `ids` that exist, in no particular order. `payload` = the keys to read, all without it. */
export async function readPoints(
  { connection, name }: PointStore,
  ids: readonly (string | number)[],
  options: CallOptions,
  payload?: readonly string[],
): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (let start = 0; start < ids.length; start += READ_SIZE) {
    const part = ids.slice(start, start + READ_SIZE);
    const found = await connection.call(
      (client) => client.retrieve(name, { ids: part, with_payload: payload === undefined ? true : [...payload] }),
      options,
    );
    points.push(...found.map((point) => ({ id: point.id, payload: point.payload })));
  }
  return points;
}

/** Does the steps and waits until readers see them. */
export async function write({ connection, name }: PointStore, steps: readonly WriteStep[], options: CallOptions) {
  if (steps.length === 0) return;
  await connection.call((client) => client.batchUpdate(name, { operations: [...steps], wait: true }), options);
}

export function toUpsertStep(points: readonly NewPoint[]): WriteStep {
  const sent = points.map(({ id, vector, payload }) => ({ id, vector, payload: toWellFormed(payload) }));
  return { upsert: { points: sent } };
}

/** Adds to the payload of all points that match, and removes the keys that are null. */
export function toSetPayloadStep(payload: Record<string, unknown>, filter: QdrantFilter): WriteStep {
  return { set_payload: { payload: toWellFormed(payload), filter } };
}

export function toDeleteStep(filter: QdrantFilter): WriteStep {
  return { delete: { filter } };
}

/** Runs `parse` on what was stored; a payload that isn't ours is damage. */
export function parseStored<T>(parse: (payload: unknown) => T, point: Point, name: string): T {
  try {
    return parse(point.payload);
  } catch (cause) {
    throw new StorageError(
      `Point ${point.id} of "${name}" in Qdrant is not as paperless-rag wrote it. Run paperless-index --full.`,
      { cause },
    );
  }
}

/** Qdrant refuses a request with half a surrogate pair in it. */
function toWellFormed(payload: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(payload);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : value]),
  );
}

/** The highest `written` of all points; 0 when there are none. */
export async function readHighestWritten({ connection, name }: PointStore, options: CallOptions): Promise<number> {
  const request = { limit: 1, order_by: { key: 'written', direction: 'desc' } as const, with_payload: ['written'] };
  const { points } = await connection.call((client) => client.scroll(name, request), options);
  const [point] = points;
  return point === undefined
    ? 0
    : parseStored(writtenSchema.parse, { id: point.id, payload: point.payload }, name).written;
}
