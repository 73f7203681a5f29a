import type { Turn } from '../take-turns.ts';
import type { TermLog } from './term-log.ts';
import type { PassageTerms } from './term-numbers.ts';

/** Which passages have which terms. Never changed once it is made. */
export interface Postings {
  /** By passage: number of its terms, repetitions included. */
  readonly lengths: Uint32Array;
  /** By number of a term: where its postings begin; they end where those of the next one begin. */
  readonly starts: Uint32Array;
  readonly passages: Uint32Array;
  /** How often the passage has the term. */
  readonly counts: Uint8Array;
}

/** A document's passages as they stand in older postings. */
export interface Kept {
  readonly first: number;
  readonly count: number;
}

export const NO_POSTINGS: Postings = {
  lengths: new Uint32Array(),
  starts: new Uint32Array(1),
  passages: new Uint32Array(),
  counts: new Uint8Array(),
};

/** How many terms are copied before others may have their turn. */
const STRIDE = 4_096;

/**
 * Postings of documents in their new order, of `terms` terms: what was kept out of the old postings, and what was read
 * anew out of the log, by counting sort.
 */
export async function mergePostings(
  old: Postings,
  documents: readonly (Kept | PassageTerms)[],
  log: TermLog,
  terms: number,
  turn: Turn,
): Promise<Postings> {
  const { lengths, places } = numberPassages(old, documents);
  const starts = new Uint32Array(terms + 1);
  await forEachPosting((term) => {
    starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  });
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const total = starts[terms] ?? 0;
  const passages = new Uint32Array(total);
  const counts = new Uint8Array(total);
  const free = starts.slice();
  await forEachPosting((term, passage, count) => {
    const place = free[term] ?? 0;
    free[term] = place + 1;
    passages[place] = passage;
    counts[place] = count;
  });
  return { lengths, starts, passages, counts };

  async function forEachPosting(take: (term: number, passage: number, count: number) => void): Promise<void> {
    for (let term = 0; term + 1 < old.starts.length; term += 1) {
      if (term % STRIDE === 0) await turn();
      const end = old.starts[term + 1] ?? 0;
      for (let at = old.starts[term] ?? 0; at < end; at += 1) {
        const place = places[old.passages[at] ?? 0] ?? 0;
        if (place > 0) take(term, place - 1, old.counts[at] ?? 0);
      }
    }
    let passage = 0;
    for (const document of documents) {
      if ('count' in document) {
        passage += document.count;
        continue;
      }
      await turn();
      let at = document.from;
      for (const size of document.sizes) {
        for (const end = at + size; at < end; at += 1) take(log.term(at), passage, log.count(at));
        passage += 1;
      }
    }
  }
}

/** Lengths by new number of a passage, and new numbers + 1 by old number; 0 = the passage is gone. */
function numberPassages(old: Postings, documents: readonly (Kept | PassageTerms)[]) {
  const count = documents.reduce(
    (sum, document) => sum + ('count' in document ? document.count : document.sizes.length),
    0,
  );
  const lengths = new Uint32Array(count);
  const places = new Uint32Array(old.lengths.length);
  let passage = 0;
  for (const document of documents)
    if ('count' in document) {
      const { first, count: kept } = document;
      lengths.set(old.lengths.subarray(first, first + kept), passage);
      for (let index = 0; index < kept; index += 1) places[first + index] = passage + index + 1;
      passage += kept;
    } else {
      lengths.set(document.lengths, passage);
      passage += document.lengths.length;
    }
  return { lengths, places };
}
