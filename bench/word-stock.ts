import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '../src/text/fold.ts';
import { detectLanguage } from '../src/text/languages.ts';
import { splitWords } from '../src/text/words.ts';

export type BenchLanguage = 'de' | 'en';

/** Words with the frequencies of real paperwork: a word is drawn by drawing a place in one of these lists. */
export interface WordStock {
  /** One list per sample document: what a letter about the same matter is made of. */
  readonly themes: readonly (readonly string[])[];
  /** All sample documents of the language, one after the other. */
  readonly all: readonly string[];
  /** What no other document says: compounds, names, misread words. The first ones are to be drawn most often. */
  readonly tail: readonly string[];
}

const MANIFEST = join(import.meta.dirname, '..', 'examples', 'library', 'manifest.json');
const TAIL_WORDS = 60_000;
const ONSETS = 'b br d f fl g gr h k kl l m n p pr r s sch st t v w z'.split(' ');
const NUCLEI = 'a e i o u ä ö ü ei au ie ea'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'ch', 'ng', 'ß', 'rt'];
const ENDINGS = ['', '', 'en', 'er', 'e', 'ung', 'ing', 'ed', 's'];

/** The words of the sample library, and a long tail made of them. The same each time for the same `random`. */
export function createWordStock(language: BenchLanguage, random: () => number): WordStock {
  const themes = readTexts(language).map((text) => text.split(/\s+/).filter((word) => word !== ''));
  const all = themes.flat();
  return { themes, all, tail: createTail(language, all, random) };
}

/** Any item, each as likely as the others. */
export function pick<T>(items: readonly T[], random: () => number): T {
  // Safe: no list here is empty, and random() is below 1.
  return items[Math.floor(random() * items.length)] as T;
}

/** By Zipf's law: the n-th item comes up about 1/n as often as the first. */
export function pickZipf(items: readonly string[], random: () => number): string {
  return items[Math.floor(Math.exp(random() * Math.log(items.length + 1))) - 1] ?? '';
}

function readTexts(language: BenchLanguage): string[] {
  // Safe: the sample library is part of the project.
  const rows = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { model: string; fields: { content?: string } }[];
  return rows
    .flatMap(({ model, fields }) => (model === 'documents.document' ? (fields.content ?? []) : []))
    .filter((text) => detectLanguage(splitWords(fold(text))).code === language);
}

/** Every other word of the tail is a compound of two nouns; the others are made of syllables, like names. */
function createTail(language: BenchLanguage, all: readonly string[], random: () => number): string[] {
  const letters = all.map((word) => word.replace(/[^\p{L}]/gu, '')).filter((word) => /^\p{L}{4,12}$/u.test(word));
  const nouns = language === 'de' ? letters.filter((word) => /^\p{Lu}\p{Ll}+$/u.test(word)) : letters;
  return Array.from({ length: TAIL_WORDS }, (_, index) => {
    if (index % 2 === 0) return createName(random);
    const link = language === 'de' && random() < 0.4 ? 's' : '';
    return `${pick(nouns, random)}${link}${pick(nouns, random).toLowerCase()}`;
  });
}

function createName(random: () => number): string {
  const syllables = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    [ONSETS, NUCLEI, CODAS].map((sounds) => pick(sounds, random)).join(''),
  );
  const word = `${syllables.join('')}${pick(ENDINGS, random)}`;
  return random() < 0.6 ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
}
