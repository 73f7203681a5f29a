import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readErrorCode } from '../errors.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import type { EmbeddingRecipe } from '../model.ts';

const MAGIC = 'docs-search embeddings 1';
const HASH_BYTES = 16;

/** Embeddings by the hash of what was embedded. */
export type Embeddings = Map<string, Float32Array>;

/** What of a text its embedding is kept under. */
export function toTextHash(text: string): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * HASH_BYTES);
}

/**
 * The cache of one model, or the reason why there is none that can be used: no file is no reason. One line of JSON, then
 * for each text its hash and its numbers, then a checksum of all that. Another model, digest, prefix or number of
 * dimensions makes it foreign.
 */
export function readCache(path: string, recipe: EmbeddingRecipe): Embeddings | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return readErrorCode(error) === 'ENOENT' ? new Map() : 'it cannot be read';
  }
  const lineEnd = bytes.indexOf(10);
  const sum = bytes.subarray(-32);
  const body = bytes.subarray(0, -32);
  if (lineEnd < 0 || !createHash('sha256').update(body).digest().equals(sum)) return 'it is damaged';
  if (body.subarray(0, lineEnd).toString() !== toHeader(recipe)) return 'it was made with another model';
  const embeddings: Embeddings = new Map();
  const step = HASH_BYTES + 4 * recipe.dimensions;
  for (let at = lineEnd + 1; at + step <= body.length; at += step) {
    // Copied, since the numbers may begin at any byte.
    const numbers = Uint8Array.from(body.subarray(at + HASH_BYTES, at + step));
    embeddings.set(body.toString('hex', at, at + HASH_BYTES), new Float32Array(numbers.buffer));
  }
  return embeddings;
}

/** Throws `StorageError`; the old file is intact then. */
export function writeCache(path: string, recipe: EmbeddingRecipe, embeddings: Embeddings): void {
  const parts: Uint8Array[] = [Buffer.from(`${toHeader(recipe)}\n`)];
  for (const [hash, embedding] of embeddings) {
    parts.push(Buffer.from(hash, 'hex'), new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength));
  }
  const body = Buffer.concat(parts);
  writeAtomically(path, Buffer.concat([body, createHash('sha256').update(body).digest()]));
}

function toHeader({ model, digest, documentPrefix, dimensions }: EmbeddingRecipe): string {
  return JSON.stringify({ magic: MAGIC, model, digest, documentPrefix, dimensions });
}
