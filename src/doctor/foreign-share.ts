import type { CallOptions, DocumentSource } from '../ports.ts';
import { fold } from '../text/fold.ts';
import { detectLanguage } from '../text/languages.ts';
import { splitWords } from '../text/words.ts';

const SAMPLE = 40;
/** Shorter texts are numbers and names. */
const LEAST_WORDS = 20;

/** The share of documents whose text isn't English, from a sample all over the library; undefined when none has text. */
export async function readForeignShare(source: DocumentSource, options: CallOptions): Promise<number | undefined> {
  const ids = await source.allIds(options);
  const step = Math.max(1, ids.length / SAMPLE);
  const sample = Array.from({ length: Math.min(SAMPLE, ids.length) }, (_, at) => ids[Math.floor(at * step)]);
  const documents = await source.read(
    sample.filter((id) => id !== undefined),
    options,
  );
  return measureForeignShare(documents.map(({ content }) => content));
}

export function measureForeignShare(texts: readonly string[]): number | undefined {
  const worded = texts.map((text) => splitWords(fold(text))).filter((words) => words.length >= LEAST_WORDS);
  const foreign = worded.filter((words) => detectLanguage(words).code !== 'en');
  return worded.length === 0 ? undefined : foreign.length / worded.length;
}
