import type { DatabaseSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';

/**
 * Makes `vec_distance_L2(a, b)` known to `database`: sqlite-vec's where it loads, else the same in JavaScript, about
 * three times slower (musl and Windows on ARM have no build). Returns which of them it is.
 * `extension` is the path of another build.
 */
export function addVectorDistance(database: DatabaseSync, extension?: string): 'native' | 'script' {
  try {
    database.loadExtension(extension ?? getLoadablePath());
    return 'native';
  } catch {
    database.function('vec_distance_L2', { deterministic: true }, (a, b) => {
      if (!(a instanceof Uint8Array && b instanceof Uint8Array)) return null;
      return toDistance(toFloats(a), toFloats(b));
    });
    return 'script';
  } finally {
    database.enableLoadExtension(false);
  }
}

/** The bytes as they are stored: float32, little-endian like every machine this runs on. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function toFloats(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

function toDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}
