import type { CallOptions } from '../ports.ts';
import { formatCounts } from './document-words.ts';
import { type NewPoint, type PointStore, toDeleteStep, toUpsertStep, write } from './points.ts';
import { MANIFEST_ID, matchOldVocabulary, toBlockId, type Vocabulary } from './vocabulary.ts';
import { type LayeredWords, sortWords } from './word-list.ts';

/** About a quarter of a megabyte each. */
const BLOCK_WORDS = 20_000;

/**
 * Makes `vocabulary` the snapshot that holds every record written up to `written`. Readers go over to it in one step;
 * after a crash the former one still counts.
 */
export async function writeSnapshot(
  store: PointStore,
  vocabulary: Vocabulary,
  written: number,
  options: CallOptions,
): Promise<void> {
  let blocks = 0;
  for (const kind of ['terms', 'words'] as const) {
    for (const counts of toBlocks(vocabulary[kind])) {
      const payload = { record: 'vocabulary', written, kind, counts: formatCounts(counts) };
      await write(store, [toUpsertStep([toPoint(toBlockId(written, blocks), payload)])], options);
      blocks += 1;
    }
  }
  const manifest = { written, blocks, passages: vocabulary.passages };
  const payload = { record: 'vocabulary', ...manifest };
  const steps = [toUpsertStep([toPoint(MANIFEST_ID, payload)]), toDeleteStep(matchOldVocabulary(written))];
  await write(store, steps, options);
}

/** In the order of `sortWords`, so that readers needn't sort. */
function* toBlocks({ list, changes }: LayeredWords): Generator<readonly (readonly [string, number])[]> {
  const counts = new Map([...list.counts, ...changes].filter(([word, count]) => (changes.get(word) ?? count) > 0));
  const sorted = sortWords(counts);
  for (let start = 0; start < sorted.length; start += BLOCK_WORDS) yield sorted.slice(start, start + BLOCK_WORDS);
}

function toPoint(id: string, payload: Record<string, unknown>): NewPoint {
  return { id, vector: {}, payload };
}
