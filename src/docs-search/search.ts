import { analyzeQuery } from '../text/analyze.ts';
import { fuse } from '../text/fuse.ts';
import { toText } from './document.ts';
import type { Snapshot } from './library.ts';

/** A passage that was found: `text` is a slice of its document's. */
export interface Found {
  readonly id: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
  readonly text: string;
}

/** Places of passages near in meaning, best first; none that is not near enough to be about the question. */
export type DenseRanking = readonly {
  readonly passage: number;
  readonly score: number;
  /** How much nearer it is than what is near by chance. */
  readonly margin: number;
}[];

/** Nearer than that has to be what shares no word with the question: most such questions are nonsense. */
const MARGIN_WITHOUT_WORDS = 0.1;

/** Candidates of each ranking that take part in the fusion. */
export const CANDIDATES = 30;

/**
 * The best passages of a snapshot for a question, at most `limit`: BM25, and with a dense ranking of the same snapshot
 * both fused by reciprocal rank. Nothing when neither finds anything.
 */
export function search(snapshot: Snapshot, query: string, limit: number, dense?: DenseRanking): Found[] {
  const { words, identifiers } = analyzeQuery(query);
  const groups = [...words.map(({ stems }) => stems), ...identifiers.map((term) => [term])];
  const most = Math.max(limit, CANDIDATES);
  const lexical = snapshot.lexical.search(groups, most);
  const near = lexical.length > 0 ? dense : dense?.filter(({ margin }) => margin >= MARGIN_WITHOUT_WORDS);
  const ranked =
    near === undefined
      ? lexical
      : fuse([toIds(lexical), toIds(near.slice(0, most))]).map(({ id, score }) => ({ passage: Number(id), score }));
  const best = ranked.slice(0, limit).flatMap(({ passage, score }) => {
    const place = snapshot.place(passage);
    return place === undefined ? [] : { ...place, score };
  });
  const texts = new Map(
    [...new Set(best.map(({ document }) => document))].map((document) => [document, toText(document)]),
  );
  return best.map(({ document, start, end, score }) => {
    const text = texts.get(document)?.slice(start, end) ?? '';
    return { id: document.id, title: document.title, start, end, score, text };
  });
}

function toIds(ranking: readonly { readonly passage: number }[]): string[] {
  return ranking.map(({ passage }) => String(passage));
}
