import { listContentWords } from '../../text/analyze.ts';
import { fold } from '../../text/fold.ts';
import { countStopWords, LANGUAGES, stemWord } from '../../text/languages.ts';
import { splitWords } from '../../text/words.ts';

/** Fewer new words may well be other words for what the source says: "yes, that is permitted". */
const LEAST_WORDS = 2;
/**
 * Of the words of a question that people asked about a paragraph, in words of their own, fewer stand in it in 1 of 50
 * cases; of those of the wrong paragraph in half of them (XQuAD, English and German).
 */
const LEAST_SHARE = 0.25;
const SHORTEST_WORD = 3;
/** What of an answer to a yes-or-no question is no stop word. */
const NO_NEWS: ReadonlySet<string> = new Set(['yes', 'nein']);
/** A stem of so many letters is looked for inside of words, too: Germans write "Kündigungsfrist" and "Frist". */
const LEAST_INSIDE = 4;
/** So many words tell their language. Those of fewer are taken to be in the question's. */
const TELLING_WORDS = 5;
/** A fifth to a half of a text are stop words of its language, of another one hardly any. */
const SPOKEN_SHARE = 0.15;

/** Whether a sentence may say what a source says, as far as words can tell. */
export type SupportTest = (sentence: string) => boolean;

/**
 * A test for sentences about one source that finds those of which hardly any word stands in it, inflected or compounded.
 * Words of the question don't count: they say nothing new. An answer in another language than the source, or in one that
 * isn't known, has other words on purpose and passes.
 */
export function createSupportTest(source: string, question: string): SupportTest {
  const folded = fold(source);
  const words = splitWords(folded);
  const language = findLanguage(words);
  const stems = new Set([...new Set(words)].flatMap(toStems));
  const asked = new Set(splitWords(fold(question)).flatMap(toStems));
  const isGiven = (word: string) =>
    toStems(word).some((stem) => stems.has(stem) || (stem.length >= LEAST_INSIDE && folded.includes(stem)));
  return (sentence) => {
    const said = splitWords(fold(sentence));
    const told = said.length < TELLING_WORDS ? splitWords(fold(`${question} ${sentence}`)) : said;
    if (language === undefined || findLanguage(told) !== language) return true;
    const news = listContentWords(sentence).filter(
      (word) => word.length >= SHORTEST_WORD && !NO_NEWS.has(word) && !toStems(word).some((stem) => asked.has(stem)),
    );
    return news.length < LEAST_WORDS || news.filter(isGiven).length >= news.length * LEAST_SHARE;
  };
}

function toStems(word: string): string[] {
  return LANGUAGES.map((language) => stemWord(word, language));
}

/** Undefined where too few stop words tell it. */
function findLanguage(words: readonly string[]): (typeof LANGUAGES)[number] | undefined {
  const counts = countStopWords(words);
  const most = Math.max(...counts);
  return most < Math.max(1, words.length * SPOKEN_SHARE) ? undefined : LANGUAGES[counts.indexOf(most)];
}
