import { isAbort, isKnownError } from '../errors.ts';
import type { EmbeddingFailure, IndexEntry } from '../ports.ts';
import { fail } from './failures.ts';
import { type Group, postpone, type Replacement, updateMetadataOnly } from './group.ts';
import type { Pass } from './pass.ts';
import { toEmbeddingText } from './passages.ts';

/** Stands for a document with neither title nor text: services refuse an empty input. */
const NOTHING = 'untitled';

/**
 * Embeds the passages of a group. Documents with a passage that can't be embedded fail, each for itself.
 * When the service is down, the live generation goes on without texts; a build has nothing else to do and throws.
 */
export async function embedGroup(pass: Pass, group: Group): Promise<readonly IndexEntry[]> {
  const { embedder, signal } = pass;
  const { replacements } = group;
  if (embedder === undefined || replacements.length === 0) {
    return replacements.map((replacement) => toEntry(replacement, undefined));
  }
  const texts = replacements.flatMap(({ passages }) => passages.map((passage) => toEmbeddingText(passage) || NOTHING));
  try {
    const embeddings = await embedder.embedDocuments(texts, { signal });
    let at = 0;
    return replacements.flatMap((replacement) => {
      const own = embeddings.slice(at, at + replacement.passages.length);
      at += replacement.passages.length;
      return toEntryOrFail(pass, group, replacement, own);
    });
  } catch (error) {
    if (isAbort(error) || !isKnownError(error) || pass.isBuild) throw error;
    pass.blocked = { error };
    for (const replacement of replacements) postpone(pass, group, replacement);
    return [];
  }
}

function toEntryOrFail(
  pass: Pass,
  group: Group,
  replacement: Replacement,
  embeddings: readonly (Float32Array | EmbeddingFailure)[],
): IndexEntry[] {
  const embedded = embeddings.filter((embedding) => embedding instanceof Float32Array);
  const failure = embeddings.find((embedding): embedding is EmbeddingFailure => !(embedding instanceof Float32Array));
  if (failure === undefined) return [toEntry(replacement, embedded)];
  fail(pass, replacement.document, `a passage could not be embedded: ${failure.reason}`);
  updateMetadataOnly(group, replacement);
  return [];
}

function toEntry({ indexed, passages }: Replacement, embeddings: readonly Float32Array[] | undefined): IndexEntry {
  return { document: indexed, passages, embeddings };
}
