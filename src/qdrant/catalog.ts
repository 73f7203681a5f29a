import { z } from 'zod';
import {
  EVERYTHING,
  type FilterKind,
  type Fingerprint,
  type Id,
  NAME_KINDS,
  type NameKind,
  type Names,
  type Scope,
} from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { parseFingerprint } from './document-record.ts';
import { matchRecord, matchValue, type QdrantCondition, type RecordKind, toConditions } from './filters.ts';
import { toPointId } from './point-id.ts';
import { type NewPoint, type PointStore, parseStored, readPoints, scrollPages } from './points.ts';

// What a collection holds apart from searching: documents, counts and names.

const PAGE_SIZE = 1_000;
const MOST_NAMES = 1_000_000;
const NAMES_ID = toPointId('names');

/** Where documents keep the ids of their names. */
const NAME_KEYS: Readonly<Record<NameKind, string>> = {
  correspondent: 'correspondent',
  document_type: 'document_type',
  tag: 'tags',
  storage_path: 'storage_path',
  custom_field: 'custom_fields',
};

const entriesSchema = z.array(z.tuple([z.int(), z.string()]));
const documentSchema = z.object({ record: z.literal('document') });
const namesSchema = z.object({ names: z.record(z.enum(NAME_KINDS), entriesSchema) });

export async function countRecords(
  { connection, name }: PointStore,
  kind: RecordKind,
  conditions: readonly QdrantCondition[],
  options: CallOptions,
): Promise<number> {
  const filter = { must: [matchRecord(kind), ...conditions] };
  const { count } = await connection.call((client) => client.count(name, { filter, exact: true }), options);
  return count;
}

export async function documentsWith(
  store: PointStore,
  kind: NameKind,
  id: Id,
  { scope = EVERYTHING, ...options }: CallOptions & { readonly scope?: Scope },
): Promise<readonly Id[]> {
  const filter = { must: [matchRecord('document'), matchValue(NAME_KEYS[kind], id), ...toConditions({ scope })] };
  const ids: Id[] = [];
  for await (const points of scrollPages(store, { filter, payload: [], size: PAGE_SIZE }, options)) {
    ids.push(...points.map((point) => Number(point.id)));
  }
  return ids;
}

export async function countNames(
  { connection, name }: PointStore,
  kind: FilterKind,
  conditions: readonly QdrantCondition[],
  options: CallOptions,
): Promise<ReadonlyMap<Id, number>> {
  const filter = { must: [matchRecord('document'), ...conditions] };
  const facet = { key: NAME_KEYS[kind], filter, limit: MOST_NAMES, exact: true };
  const { hits } = await connection.call((client) => client.facet(name, facet), options);
  return new Map(hits.map(({ value, count }) => [Number(value), count]));
}

/** All documents, ascending by id: Qdrant scrolls by id, and a document's record has the document's. */
export async function* scrollFingerprints(
  store: PointStore,
  options: CallOptions,
): AsyncGenerator<{ id: Id; fingerprint: Fingerprint }> {
  const page = { filter: { must: [matchRecord('document')] }, payload: ['fingerprint'], size: PAGE_SIZE };
  for await (const points of scrollPages(store, page, options)) {
    for (const point of points) {
      yield { id: Number(point.id), fingerprint: parseStored(parseFingerprint, point, store.name) };
    }
  }
}

export async function readFingerprints(
  store: PointStore,
  ids: readonly Id[],
  options: CallOptions,
): Promise<ReadonlyMap<Id, Fingerprint>> {
  const points = await readPoints(store, [...new Set(ids)], options, ['record', 'fingerprint']);
  const documents = points.filter(({ payload }) => documentSchema.safeParse(payload).success);
  return new Map(documents.map((point) => [Number(point.id), parseStored(parseFingerprint, point, store.name)]));
}

export async function readNames(store: PointStore, options: CallOptions): Promise<Names> {
  const [point] = await readPoints(store, [NAMES_ID], options);
  const stored = point && parseStored(namesSchema.parse, point, store.name).names;
  return {
    correspondent: new Map(stored?.correspondent),
    document_type: new Map(stored?.document_type),
    tag: new Map(stored?.tag),
    storage_path: new Map(stored?.storage_path),
    custom_field: new Map(stored?.custom_field),
  };
}

/** The point that holds `names` as of the write `written`. */
export function toNamesPoint(names: Names, written: number): NewPoint {
  const entries = NAME_KINDS.map((kind) => [kind, [...names[kind]].map(([id, name]) => [id, name.toWellFormed()])]);
  return { id: NAMES_ID, vector: {}, payload: { record: 'names', written, names: Object.fromEntries(entries) } };
}
