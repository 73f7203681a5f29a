import type { Document, IndexedDocument, PassageDraft } from '../src/model.ts';
import type { IndexEntry } from '../src/ports.ts';

export interface SyntheticLibrary {
  /** The same id always gives the same document: 3 to 12 paragraphs (7.5 on average) of about 1,100 characters. */
  document(id: number): Document;
  /** The document as it is indexed, a passage per paragraph. Unit-length embeddings when `dimensions` is given. */
  entry(id: number, dimensions?: number): IndexEntry;
}

const WORDS = 30_000;
const CORRESPONDENTS = 200;
const TAGS = 60;
const ONSETS = [
  'b',
  'br',
  'd',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'k',
  'kl',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'sch',
  'st',
  't',
  'v',
  'w',
  'z',
];
const NUCLEI = ['a', 'e', 'i', 'o', 'u', 'ä', 'ö', 'ü', 'ei', 'au', 'ie', 'ea'];
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'ch', 'ng', 'ß', 'rt'];
const ENDINGS = ['', '', '', 'en', 'er', 'e', 'ung', 'ungen', 'heit', 'ing', 'ed', 's'];
const STOP_WORDS = {
  de: ['der', 'die', 'und', 'in', 'das', 'den', 'von', 'zu', 'ist', 'mit', 'für', 'nicht', 'auf', 'Sie', 'wir'],
  en: ['the', 'of', 'and', 'to', 'in', 'a', 'is', 'for', 'that', 'with', 'not', 'you', 'we', 'on', 'this'],
};

/** A made-up library: words by Zipf's law, a fifth of them compounds, German and English documents, amounts and numbers. */
export function createSyntheticLibrary(): SyntheticLibrary {
  const words = createWords();
  const document = (id: number) => createDocument(id, words);
  return { document, entry: (id, dimensions) => toEntry(document(id), dimensions) };
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function createWords(): readonly string[] {
  const random = createRandom(1);
  const words: string[] = [];
  while (words.length < WORDS) {
    const compound = words.length > 1_000 && random() < 0.2;
    const stem = compound
      ? `${pick(words, random)}${pick(words, random)}`.toLowerCase()
      : Array.from({ length: 1 + Math.floor(random() * 3) }, () => createSyllable(random)).join('');
    const word = `${stem}${pick(ENDINGS, random)}`.slice(0, 28);
    words.push(random() < 0.4 ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word);
  }
  return words;
}

function createSyllable(random: () => number): string {
  return `${pick(ONSETS, random)}${pick(NUCLEI, random)}${pick(CODAS, random)}`;
}

function createDocument(id: number, words: readonly string[]): Document {
  const random = createRandom(id * 7_919);
  const language = random() < 0.7 ? 'de' : 'en';
  const paragraphs = Array.from({ length: 3 + Math.floor(random() * 10) }, () =>
    createParagraph(words, STOP_WORDS[language], random),
  );
  const day = new Date(Date.UTC(2010, 0, 1 + Math.floor(random() * 5_800))).toISOString();
  return {
    id,
    title: `${pickZipf(words, random)} ${pickZipf(words, random)} ${id}`,
    content: paragraphs.join('\n\n'),
    created: random() < 0.95 ? day.slice(0, 10) : undefined,
    modified: `2026-01-01T00:00:00.${String(id).padStart(6, '0')}Z`,
    correspondent: random() < 0.9 ? 1 + Math.floor(random() ** 2 * CORRESPONDENTS) : undefined,
    documentType: 1 + Math.floor(random() * 10),
    storagePath: undefined,
    tags: [...new Set([1, 2, 3].map(() => 1 + Math.floor(random() ** 2 * TAGS)))].sort((a, b) => a - b),
    customFields: [],
    notes: [],
    archiveSerialNumber: random() < 0.3 ? id : undefined,
    permissions: { owner: random() < 0.5 ? undefined : 1 + Math.floor(random() * 4), viewUsers: [], viewGroups: [] },
  };
}

function createParagraph(words: readonly string[], stopWords: readonly string[], random: () => number): string {
  const length = 900 + Math.floor(random() * 400);
  let text = '';
  while (text.length < length) {
    const kind = random();
    if (kind < 0.35) text += `${pick(stopWords, random)} `;
    else if (kind < 0.96) text += `${pickZipf(words, random)} `;
    else if (kind < 0.98) text += `${Math.floor(random() * 2_000)},${Math.floor(random() * 90) + 10} EUR. `;
    else text += `RE-${2_010 + Math.floor(random() * 16)}-${Math.floor(random() * 100_000)}\n`;
  }
  return text.trimEnd();
}

function toEntry(document: Document, dimensions: number | undefined): IndexEntry {
  const header = `${document.title} — Correspondent ${document.correspondent ?? 0} — ${document.created ?? ''}`;
  const metadata = `Type ${document.documentType}, ${document.tags.map((tag) => `Tag${tag}`).join(', ')}`;
  let start = 0;
  const passages = document.content.split('\n\n').map((text, position): PassageDraft => {
    const draft = {
      position,
      kind: 'body',
      start,
      end: start + text.length,
      text,
      searchText: text,
      header,
      metadata,
    } as const;
    start = draft.end + 2;
    return draft;
  });
  const hash = (part: string) => `${part}-${document.id}`.padEnd(64, '0');
  const indexed: IndexedDocument = {
    ...document,
    customFields: [],
    metadata,
    fingerprint: { text: hash('text'), metadata: hash('metadata'), permissions: hash('permissions') },
  };
  const embeddings = dimensions && passages.map((_, index) => createEmbedding(document.id * 100 + index, dimensions));
  return { document: indexed, passages, embeddings: embeddings || undefined };
}

function createEmbedding(seed: number, dimensions: number): Float32Array {
  const random = createRandom(seed);
  const values = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

function pick<T>(items: readonly T[], random: () => number): T {
  // Safe: no list here is empty, and random() is below 1.
  return items[Math.floor(random() * items.length)] as T;
}

/** The n-th word comes up about 1/n as often as the first. */
function pickZipf(words: readonly string[], random: () => number): string {
  return words[Math.floor(Math.exp(random() * Math.log(words.length + 1))) - 1] ?? '';
}
