import type { QdrantClient } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { ConfigError, IndexMismatchError } from '../errors.ts';
import type { Generation } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { fromStoredRecipe, toStoredRecipe } from '../store/stored-recipe.ts';
import type { Connection } from './connection.ts';

/** Layout of points and payloads, part of the recipe. Raised when a collection would have to look different. */
export const QDRANT_SCHEMA = 2;

/** Names of the vectors of a passage. */
export const DENSE = 'dense';
export const LEXICAL = 'lexical';
export const WORDS = 'words';

/** A generation's collection. */
export interface Collection {
  readonly name: string;
  readonly generation: Generation;
  /** It is or once was the live one. */
  readonly wasPublished: boolean;
}

export type CollectionInfo = Awaited<ReturnType<QdrantClient['getCollection']>>;

export interface ClusterOptions {
  readonly shards: number | undefined;
  readonly replicas: number | undefined;
}

type IndexType = 'integer' | 'keyword' | 'datetime';

/** Everything that is filtered, counted or sorted by. A server in strict mode refuses filters on other fields. */
const INDEXES: Readonly<Record<string, IndexType>> = {
  record: 'keyword',
  document_id: 'integer',
  sequence: 'integer',
  written: 'integer',
  correspondent: 'integer',
  document_type: 'integer',
  storage_path: 'integer',
  tags: 'integer',
  custom_fields: 'integer',
  created: 'datetime',
  owner: 'integer',
  view_users: 'integer',
  view_groups: 'integer',
};

const embeddingSchema = z.object({
  model: z.string(),
  digest: z.string(),
  document_prefix: z.string(),
  query_prefix: z.string(),
  dimensions: z.int(),
});

const metadataSchema = z.object({
  program: z.literal('paperless-rag'),
  layout: z.int(),
  generation: z.string(),
  state: z.enum(['building', 'live']),
  started_at: z.string(),
  recipe: z.object({
    schema: z.int(),
    chunker: z.int(),
    analyzer: z.int(),
    embedding: embeddingSchema.nullable(),
  }),
});

/** Creates the collection of a new generation, empty, with its indexes. */
export async function createCollection(
  connection: Connection,
  { name, generation }: Pick<Collection, 'name' | 'generation'>,
  { shards, replicas }: ClusterOptions,
  options: CallOptions,
): Promise<void> {
  const { recipe } = generation;
  let isRepeated = false;
  await connection.call(async (client) => {
    // A connection that broke may have done so behind the work.
    if (isRepeated && (await client.getCollections()).collections.some((each) => each.name === name)) return;
    isRepeated = true;
    await client.createCollection(name, {
      vectors: recipe.embedding ? { [DENSE]: { size: recipe.embedding.dimensions, distance: 'Cosine' } } : {},
      // How rare a word is, the question says. `words` are asked for a few at a time and can stay on disk.
      sparse_vectors: { [LEXICAL]: {}, [WORDS]: { index: { on_disk: true } } },
      ...(shards !== undefined && { shard_number: shards }),
      ...(replicas !== undefined && { replication_factor: replicas }),
      metadata: toMetadata(generation),
    });
  }, options);
  await createIndexes(connection, name, {}, options);
}

/** What Qdrant says about a collection, or about the one an alias points to. Throws `MissingCollection`. */
export function readInfo(connection: Connection, name: string, options: CallOptions): Promise<CollectionInfo> {
  return connection.call((client) => client.getCollection(name), options);
}

/**
 * The generation behind `name`. `isLive` = the alias points to it, whatever its metadata say: those are written after
 * the swap. Throws `ConfigError` for a collection that isn't ours, `IndexMismatchError` for one of a newer program.
 */
export function toCollection(info: CollectionInfo, name: string, prefix: string, isLive: boolean): Collection {
  const parsed = metadataSchema.safeParse(info.config.metadata);
  if (!parsed.success) throw toForeignCollection(name);
  const { layout, generation: id, started_at: startedAt, state, recipe } = parsed.data;
  if (layout > QDRANT_SCHEMA) {
    throw new IndexMismatchError(
      `The index "${name}" in Qdrant was written by a newer version of paperless-rag. Upgrade this one.`,
    );
  }
  return {
    name: toCollectionName(prefix, id),
    generation: {
      id,
      recipe: fromStoredRecipe(recipe),
      state: isLive ? 'live' : 'building',
      startedAt,
    },
    wasPublished: state === 'live',
  };
}

/** Filters on an index of a wrong type would find nothing, as if there were nothing: `IndexMismatchError`. */
export function checkIndexes(info: CollectionInfo, name: string): void {
  for (const [field, type] of Object.entries(INDEXES)) {
    const found = info.payload_schema[field]?.data_type;
    if (found === undefined || found === type) continue;
    throw new IndexMismatchError(
      `Something made the payload index "${field}" of "${name}" in Qdrant one of type ${found}. Run paperless-index, which repairs it.`,
    );
  }
}

export function toCollectionName(prefix: string, generation: string): string {
  return `${prefix}-${generation}`;
}

/** Somebody's own collection (or an alias of one) where the alias should be. Never touched. */
export function toForeignCollection(name: string): ConfigError {
  return new ConfigError(
    `Qdrant has something named "${name}" that is not an index of paperless-rag. Set QDRANT_COLLECTION to another name, or, if nobody needs it, delete it in Qdrant.`,
  );
}

function toMetadata({ id, recipe, startedAt }: Generation): Record<string, unknown> {
  return {
    program: 'paperless-rag',
    layout: QDRANT_SCHEMA,
    generation: id,
    state: 'building',
    started_at: startedAt,
    recipe: toStoredRecipe(recipe),
  };
}

/** Creates missing payload indexes, and again those of a wrong type: Qdrant replaces them. */
export async function createIndexes(
  connection: Connection,
  name: string,
  existing: CollectionInfo['payload_schema'],
  options: CallOptions,
): Promise<void> {
  for (const [field, type] of Object.entries(INDEXES)) {
    if (existing[field]?.data_type === type) continue;
    const index = { field_name: field, field_schema: type, wait: true };
    await connection.call((client) => client.createPayloadIndex(name, index), options);
  }
}
