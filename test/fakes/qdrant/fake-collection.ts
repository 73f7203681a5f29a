import { checkFilter, type FakeFilter, meetsFilter, type SparseVector, type StoredPoint } from './fake-filter.ts';
import { refuse } from './refusal.ts';

export interface CollectionConfig {
  readonly vectors?: Readonly<Record<string, { readonly size: number; readonly distance: string }>>;
  readonly sparse_vectors?: Readonly<Record<string, { readonly modifier?: 'idf' }>>;
  readonly metadata?: Record<string, unknown>;
  readonly shard_number?: number;
  readonly replication_factor?: number;
}

type Id = string | number;
/** Changes one point. Readers may come between any two of them. */
type Step = () => void;

export interface Operation {
  readonly upsert?: { readonly points: readonly StoredPoint[] };
  readonly update_vectors?: { readonly points: readonly Pick<StoredPoint, 'id' | 'vector'>[] };
  readonly delete_vectors?: { readonly points: readonly Id[]; readonly vector: readonly string[] };
  readonly set_payload?: { readonly payload: Record<string, unknown>; readonly filter?: FakeFilter };
  readonly delete?: { readonly points?: readonly Id[]; readonly filter?: FakeFilter };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The points of one collection. */
export class FakeCollection {
  readonly config: CollectionConfig;
  metadata: Record<string, unknown>;
  readonly indexes = new Map<string, string>();
  readonly points = new Map<Id, StoredPoint>();
  /** Deleted points: they count for idf until a segment is compacted, which small collections never see. */
  readonly ghosts: StoredPoint[] = [];

  constructor(config: CollectionConfig) {
    this.config = config;
    this.metadata = { ...config.metadata };
  }

  /** Merges one level deep; null removes a key. */
  updateMetadata(changes: Record<string, unknown>): void {
    const entries = Object.entries({ ...this.metadata, ...changes }).filter(([, value]) => value !== null);
    this.metadata = Object.fromEntries(entries);
  }

  describe() {
    const {
      vectors = {},
      sparse_vectors: sparseVectors,
      shard_number: shards,
      replication_factor: replicas,
    } = this.config;
    return {
      status: 'green',
      optimizer_status: 'ok',
      points_count: this.points.size,
      segments_count: 2,
      config: {
        params: {
          vectors,
          shard_number: shards ?? 1,
          replication_factor: replicas ?? 1,
          ...(sparseVectors && { sparse_vectors: sparseVectors }),
        },
        metadata: this.metadata,
      },
      payload_schema: Object.fromEntries([...this.indexes].map(([field, type]) => [field, { data_type: type }])),
    };
  }

  /** Checks an operation as a whole, and gives its changes point by point. */
  plan(operation: Operation): Step[] {
    if (operation.upsert) return this.#planUpsert(operation.upsert.points);
    if (operation.update_vectors) return this.#planVectors(operation.update_vectors.points);
    if (operation.delete_vectors) return this.#planNoVectors(operation.delete_vectors);
    const { set_payload: set, delete: remove } = operation;
    if (set) return this.select(set.filter).map((point) => () => setPayload(point, set.payload));
    const doomed = remove?.points ?? this.select(remove?.filter).map(({ id }) => id);
    return doomed.map((id) => () => this.#delete(id));
  }

  /** Numbers first, then UUIDs, each ascending. */
  select(filter?: FakeFilter): StoredPoint[] {
    checkFilter(filter);
    return [...this.points.values()].filter((point) => meetsFilter(point, filter)).sort(compareIds);
  }

  #delete(id: Id): void {
    this.ghosts.push(...[this.points.get(id) ?? []].flat());
    this.points.delete(id);
  }

  #planUpsert(points: readonly StoredPoint[]): Step[] {
    points.forEach((point, index) => {
      this.#check(point, index);
    });
    return points.map((point) => () => {
      this.points.set(point.id, { id: point.id, vector: { ...point.vector }, payload: { ...point.payload } });
    });
  }

  #planVectors(points: readonly Pick<StoredPoint, 'id' | 'vector'>[]): Step[] {
    points.forEach((point, index) => {
      if (Object.values(point.vector).every(isEmpty)) {
        const problem = `operations[0].update_vectors.points[${index}].vector: Validation error: must specify vectors to update for point [{"min":1}]`;
        refuse(422, `Validation error in JSON body: [${problem}]`);
      }
      this.#check(point, index);
    });
    return points.map(({ id, vector }) => () => {
      const point = this.points.get(id);
      if (point === undefined) refuse(404, `Not found: No point with id ${id} found`);
      Object.assign(point.vector, vector);
    });
  }

  #planNoVectors({ points, vector }: NonNullable<Operation['delete_vectors']>): Step[] {
    return points.map((id) => () => {
      for (const name of vector) delete this.points.get(id)?.vector[name];
    });
  }

  #check({ id, vector }: Pick<StoredPoint, 'id' | 'vector'>, index: number): void {
    const isValidId = typeof id === 'number' ? Number.isInteger(id) && id >= 0 : UUID.test(id);
    if (!isValidId) {
      const rule = 'valid values are either an unsigned integer or a UUID';
      refuse(400, `Format error in JSON body: value ${id} is not a valid point ID, ${rule}`);
    }
    for (const [name, values] of Object.entries(vector)) {
      if (Array.isArray(values)) this.#checkDense(name, values);
      else this.#checkSparse(name, values, index);
    }
  }

  #checkDense(name: string, values: readonly number[]): void {
    const size = this.config.vectors?.[name]?.size;
    if (size === undefined) refuse(400, `Wrong input: Not existing vector name error: ${name}`);
    if (values.some((value) => value === null)) refuse(400, 'Format error in JSON body: expected value');
    if (values.length === size) return;
    refuse(
      400,
      `Wrong input: Vector dimension error: expected dim: ${size}, got ${values.length} for vector '${name}'`,
    );
  }

  #checkSparse(name: string, { indices }: SparseVector, index: number): void {
    if (!this.config.sparse_vectors?.[name]) refuse(400, `Wrong input: Not existing vector name error: ${name}`);
    if (new Set(indices).size === indices.length) return;
    const problem = `points[${index}].vector.?.indices: Validation error: must be unique [{}]`;
    refuse(422, `Validation error in JSON body: [${problem}]`);
  }
}

function isEmpty(vector: readonly number[] | SparseVector): boolean {
  return ('indices' in vector ? vector.indices : vector).length === 0;
}

/** Merges; null removes the key (as `merge_map` in Qdrant's lib/segment/src/common/utils.rs). */
function setPayload(point: StoredPoint, payload: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(payload)) {
    if (value === null) delete point.payload[key];
    else point.payload[key] = value;
  }
}

function compareIds({ id: a }: StoredPoint, { id: b }: StoredPoint): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
