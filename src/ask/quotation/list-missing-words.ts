import { setImmediate } from 'node:timers/promises';
import type { Source } from '../../model.ts';
import { analyzeQuery, listContentWords } from '../../text/analyze.ts';
import { findDates, isDateStated } from '../../text/dates.ts';
import { findIdentifiers } from '../../text/identifiers.ts';
import { isUnspaced } from '../../text/words.ts';
import { detectTextLanguage, isNamed, type ReadText, readText } from './clues.ts';

const MOST_WORDS = 5;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** "fuer" and "Maerz" as people type them who have no umlauts. */
const SPELLED_UMLAUT = /([aou])e/gi;

/** A word of the question as it was typed, and whether a text has it. */
interface TypedWord {
  readonly typed: string;
  readonly isIn: (text: ReadText) => boolean;
}

/**
 * The words of a question that none of its sources contains, nor a form, a compound or a part of them: as they were
 * typed, in order, at most five. Told by the sources alone, which the asker sees: what the archive holds beside them
 * must not show.
 */
export async function listMissingWords(question: string, sources: readonly Source[]): Promise<string[]> {
  let missing = listWords(question);
  for (const { title, correspondent, created, text } of sources) {
    if (missing.length === 0) break;
    // As with the quotations: others are served by this thread, too.
    await setImmediate();
    const read = readText([title, correspondent ?? '', created ?? '', text].join('\n'), detectTextLanguage(text));
    missing = missing.filter(({ isIn }) => !isIn(read));
  }
  return [...new Set(missing.map(({ typed }) => typed))].slice(0, MOST_WORDS);
}

/** Stop words left out. Where words aren't written apart, what was typed is a whole sentence, which tells nothing. */
function listWords(question: string): TypedWord[] {
  const [asTyped, respelled] = [question, respell(question)].map((text) => new Set(listContentWords(text)));
  const [dates, identifiers] = [findDates(question), findIdentifiers(question)];
  return [...question.matchAll(RUNS)].flatMap(({ 0: typed, index }) => {
    const [own] = analyzeQuery(typed).words;
    const [other] = analyzeQuery(respell(typed)).words;
    if (own === undefined || other === undefined || isUnspaced(own.folded)) return [];
    if (!asTyped?.has(own.folded) || !respelled?.has(other.folded)) return [];
    const covers = ({ start, end }: { readonly start: number; readonly end: number }) => start <= index && index < end;
    const readings = dates.filter(covers).flatMap((date) => date.readings);
    const terms = identifiers.filter(covers).map(({ term }) => term);
    const isIn = (text: ReadText) =>
      isNamed(own, text) ||
      isNamed(other, text) ||
      readings.some((reading) => text.dates.some((given) => isDateStated(reading, given))) ||
      terms.some((term) => text.identifiers.has(term));
    return [{ typed, isIn }];
  });
}

function respell(text: string): string {
  return text.replace(SPELLED_UMLAUT, '$1');
}
