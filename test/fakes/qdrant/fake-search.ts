import type { FakeCollection } from './fake-collection.ts';
import type { FakeFilter, SparseVector, StoredPoint } from './fake-filter.ts';
import { refuse } from './refusal.ts';

export interface FakeQuery {
  readonly query: readonly number[] | SparseVector;
  readonly using: string;
  readonly filter?: FakeFilter;
  readonly limit?: number;
  readonly score_threshold?: number;
}

export interface Scored {
  readonly point: StoredPoint;
  readonly score: number;
}

/** The best points first; equal scores in the order that is least convenient. */
export function searchPoints(collection: FakeCollection, request: FakeQuery): Scored[] {
  const { query, using, filter, limit = 10, score_threshold: threshold = Number.NEGATIVE_INFINITY } = request;
  const score = 'indices' in query ? scoreSparse(collection, using, query) : scoreDense(collection, using, query);
  return collection
    .select(filter)
    .reverse()
    .flatMap((point) => {
      const value = score(point);
      return value === undefined || value < threshold ? [] : [{ point, score: Math.fround(value) }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

function scoreDense(collection: FakeCollection, using: string, query: readonly number[]) {
  const size = collection.config.vectors?.[using]?.size;
  if (size === undefined) refuse(400, `Wrong input: Not existing vector name error: ${using}`);
  if (size !== query.length) {
    refuse(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${query.length}`);
  }
  return ({ vector }: StoredPoint) => {
    const stored = vector[using];
    if (!Array.isArray(stored)) return undefined;
    const dot = stored.reduce((sum, value, index) => sum + value * query[index]!, 0);
    // The cosine of a zero vector counts as 0.
    return dot / (Math.hypot(...stored) * Math.hypot(...query) || 1);
  };
}

function scoreSparse(collection: FakeCollection, using: string, query: SparseVector) {
  const config = collection.config.sparse_vectors?.[using];
  if (config === undefined) refuse(400, `Wrong input: Not existing vector name error: ${using}`);
  const vectors = [...collection.points.values(), ...collection.ghosts].flatMap(
    ({ vector }) => toSparse(vector[using]) ?? [],
  );
  const weights = new Map(
    query.indices.map((index, at) => {
      const holding = vectors.filter(({ indices }) => indices.includes(index)).length;
      const idf = Math.log((vectors.length - holding + 0.5) / (holding + 0.5) + 1);
      return [index, query.values[at]! * (config.modifier === 'idf' ? idf : 1)];
    }),
  );
  return ({ vector }: StoredPoint) => {
    const { indices, values } = toSparse(vector[using]) ?? { indices: [], values: [] };
    const shared = indices.flatMap((index, at) => {
      const weight = weights.get(index);
      return weight === undefined ? [] : [weight * values[at]!];
    });
    return shared.length === 0 ? undefined : shared.reduce((sum, part) => sum + part, 0);
  };
}

function toSparse(vector: number[] | SparseVector | undefined): SparseVector | undefined {
  return vector === undefined || Array.isArray(vector) ? undefined : vector;
}
