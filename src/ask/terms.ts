import type { CallOptions, PassageReader } from '../ports.ts';
import { type AnalyzedQuery, analyzeQuery, type QueryWord } from '../text/analyze.ts';
import { planBackoff, selectBackoff } from '../text/backoff.ts';

/** A word of the question, with the indexed terms it stands for. */
export interface QuestionWord {
  readonly folded: string;
  /** Its stems in all languages. */
  readonly stems: readonly string[];
  /** For a word the archive doesn't know: the known terms it may mean. */
  readonly guesses: readonly string[];
  /** How rare its most frequent term is among the passages (BM25's inverse document frequency); 0 when unknown. */
  readonly idf: number;
}

/** A question as the lexical legs ask it. */
export interface QuestionTerms {
  readonly text: string;
  readonly query: AnalyzedQuery;
  readonly words: readonly QuestionWord[];
}

/** Most words that are searched, and most unknown ones that are looked up: a question can be a pasted page. */
const MOST_WORDS = 24;
const MOST_UNKNOWN = 8;
/** Shorter stems are in too many words by chance: `lea` of `lease` is in `please`. */
const MIN_STEM = 4;
const MIN_PART = 3;
/** What follows says little more, and longer pieces take longer to find. From six letters on all find the same. */
const MAX_PART = 8;
/** Terms asked for per look-up, the most frequent first. */
const LONGER_TERMS = 100;
const SIMILAR_TERMS = 3_000;

/**
 * Analyzes a question and looks its words up in the vocabulary of the live generation. A word that doesn't occur backs
 * off to words that begin with it, that are part of it, or that it may be a misspelling of.
 */
export async function readTerms(text: string, reader: PassageReader, options: CallOptions): Promise<QuestionTerms> {
  const query = analyzeQuery(text);
  const { words } = query;
  const stems = [...new Set(words.flatMap((word) => word.stems))];
  const [known, { passages }] = await Promise.all([reader.frequencies(stems, options), reader.stats(options)]);
  const unknown = words.filter((word) => !word.stems.some((stem) => known.has(stem))).slice(0, MOST_UNKNOWN);
  const found = new Map(
    await Promise.all(unknown.map(async (word) => [word, await findRelated(word, reader, options)] as const)),
  );
  const related =
    found.size === 0 ? new Map<string, number>() : await reader.frequencies([...found.values()].flat(), options);
  const weighed = words.map((word) => {
    const { folded, stems } = word;
    const guesses = found.get(word) ?? [];
    const most = Math.max(0, ...[...stems, ...guesses].map((term) => known.get(term) ?? related.get(term) ?? 0));
    return { folded, stems, guesses, idf: measureIdf(most, passages) };
  });
  const rarest = weighed.toSorted((a, b) => b.idf - a.idf).slice(0, MOST_WORDS);
  return { text, query, words: weighed.filter((word) => rarest.includes(word)) };
}

/** Pieces of the words of a question, of the longest ones if there are many: what the parts leg looks for. */
export function listParts({ words }: AnalyzedQuery): string[] {
  const longest = words.toSorted((a, b) => b.folded.length - a.folded.length).slice(0, MOST_WORDS);
  return [...new Set(longest.flatMap(toPart))];
}

async function findRelated(word: QueryWord, reader: PassageReader, options: CallOptions): Promise<readonly string[]> {
  const plan = planBackoff(word);
  const [longer, inner, similar] = await Promise.all([
    Promise.all(plan.longer.map((query) => reader.vocabulary(query, LONGER_TERMS, options))),
    reader.frequencies(plan.inner, options),
    plan.similar === undefined ? [] : reader.vocabulary(plan.similar, SIMILAR_TERMS, options),
  ]);
  return selectBackoff(word, { longer: longer.flat(), inner: [...inner.keys()], similar });
}

function measureIdf(frequency: number, passages: number): number {
  return frequency === 0 ? 0 : Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
}

/** What the word's compounds and inflections share: the shortest stem that stands in it as it is spelled, or its beginning. */
function toPart({ folded, stems }: QueryWord): string[] {
  const inside = stems.filter((stem) => stem.length >= MIN_STEM && folded.includes(stem));
  const part = inside.reduce((best, stem) => (stem.length < best.length ? stem : best), folded);
  return part.length >= MIN_PART ? [part.slice(0, MAX_PART)] : [];
}
