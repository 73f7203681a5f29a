import type { Citation, Source } from '../../model.ts';
import { findValues, isStatedIn, type Value } from '../../text/find-values.ts';
import { splitSentences } from '../../text/sentences.ts';
import { findDurations } from './durations.ts';
import { createSupportTest } from './support.ts';

/** A sentence of an answer without its markers, and the numbers of the sources it cites. */
interface CitedSentence {
  readonly text: string;
  readonly cites: ReadonlySet<number>;
}

/** Runs of blanks are looked at from their beginning only: there can be many. */
const MARKERS = /(?<![ \t])[ \t]*\[([0-9]{1,9})\]/g;
/** A year on its own is told from the dates of a source as well. */
const YEAR = /^(?:19|20)[0-9]{2}$/;
/** Shorter numbers are counted, computed, or number a list. */
const LEAST_DIGITS = 3;

/**
 * The citations of an answer, one per source in the order of their numbers. A citation is checked when each sentence
 * that bears it has all its amounts, dates, durations and identifiers in the sources it cites (text, title, date),
 * however they are spelled, and at least one of them in this source: a sentence may join what several sources say.
 * Years that the question names, and other numbers of one or two digits, are no claims. A sentence without any has to
 * be in this source by its words (`createSupportTest`).
 */
export function checkCitations(answer: string, sources: readonly Source[], question: string): Citation[] {
  const asked = new Set(findValues(question).flatMap(({ readings }) => readings.filter((one) => YEAR.test(one))));
  const sentences = readCitedSentences(answer).map(({ text, cites }) => ({
    text,
    cites,
    claims: findClaims(text, asked),
  }));
  const cited = sources.filter(({ n }) => sentences.some(({ cites }) => cites.has(n)));
  const evidence = new Map(cited.map((source) => [source.n, readEvidence(source, question)]));
  return [...evidence].map(([n, { passage, values, isSupported }]) => {
    const isChecked = ({ text, cites, claims }: (typeof sentences)[number]) => {
      if (claims.length === 0) return isSupported(text);
      const all = [...cites].flatMap((one) => evidence.get(one)?.values ?? []);
      return claims.every((one) => isGiven(one, all)) && claims.some((one) => isGiven(one, values));
    };
    return { n, passage, checked: sentences.filter(({ cites }) => cites.has(n)).every(isChecked) };
  });
}

/** The sentences of an answer that bear a marker `[n]`, inside, behind the full stop, or at the beginning of the line. */
function readCitedSentences(answer: string): CitedSentence[] {
  let text = '';
  let end = 0;
  const markers: { at: number; isBefore: boolean; n: number }[] = [];
  // What is escaped is read without the backslash, but is no marker.
  const plain = answer.replace(/\\(?=[!-/:-@^-`{-~])/g, '');
  for (const { 0: marker, 1: digits, index } of plain.matchAll(MARKERS)) {
    text += plain.slice(end, index);
    end = index + marker.length;
    markers.push({ at: text.length, isBefore: isLineStart(text), n: Number(digits) });
  }
  text += plain.slice(end);
  const spans = splitSentences(text);
  const cites = spans.map(() => new Set<number>());
  for (const { at, isBefore, n } of markers) {
    const behind = spans.findLastIndex(({ start }) => start < at);
    const owner = isBefore ? spans.findIndex((span) => span.end > at) : behind;
    cites[owner === -1 ? behind : owner]?.add(n);
  }
  return spans
    .map((span, index) => ({ text: text.slice(span.start, span.end), cites: cites[index] ?? new Set<number>() }))
    .filter((sentence) => sentence.cites.size > 0);
}

/** A marker there stands before what it belongs to, everywhere else behind it. */
function isLineStart(text: string): boolean {
  return text.slice(text.lastIndexOf('\n') + 1).trim() === '';
}

/** What a source says: its values, and a test for sentences without any. */
function readEvidence({ passage, text, title, correspondent, created }: Source, question: string) {
  const parts = [title, correspondent ?? '', created ?? '', text];
  const values = parts.flatMap((part) => [...findValues(part), ...findDurations(part)]);
  return { passage, values, isSupported: createSupportTest(parts.join('\n'), question) };
}

function findClaims(sentence: string, asked: ReadonlySet<string>): Value[] {
  const values = findValues(sentence).filter(({ kind, readings: [reading = ''] }) => {
    if (kind !== 'number') return true;
    return reading.length >= LEAST_DIGITS && !asked.has(reading);
  });
  return [...values, ...findDurations(sentence)];
}

function isGiven(claim: Value, evidence: readonly Value[]): boolean {
  if (isStatedIn(claim, evidence)) return true;
  const [reading = ''] = claim.readings;
  if (claim.kind !== 'number' || !YEAR.test(reading)) return false;
  return evidence.some(({ kind, readings }) => kind === 'date' && readings.some((date) => date.startsWith(reading)));
}
