import { createNames, type Document, type IndexedDocument, type Names, type PassageDraft } from '../src/model.ts';
import type { IndexEntry } from '../src/ports.ts';
import { type BenchLanguage, createWordStock, pick, pickZipf, type WordStock } from './word-stock.ts';

export interface SyntheticLibrary {
  readonly names: Names;
  /** The same id always gives the same document: 3 to 12 paragraphs (7.5 on average) of about 1,100 characters. */
  document(id: number): Document;
  /** The document as it is indexed, a passage per paragraph. Unit-length embeddings when `dimensions` is given. */
  entry(id: number, dimensions?: number): IndexEntry;
}

/** Of the words of a text: about the matter of its document, and seldom ones. The others are what all documents say. */
const THEME_SHARE = 0.45;
const TAIL_SHARE = 0.12;
const CORRESPONDENTS = 200;
const TAGS = 60;

/**
 * A made-up library of German and English documents: the words of the sample library with its frequencies, each document
 * about the matter of one of its documents; compounds and names by Zipf's law; amounts and numbers.
 */
export function createSyntheticLibrary(): SyntheticLibrary {
  const random = createRandom(1);
  const stocks = { de: createWordStock('de', random), en: createWordStock('en', random) };
  const document = (id: number) => createDocument(id, stocks);
  return { document, names: createLibraryNames(), entry: (id, dimensions) => toEntry(document(id), dimensions) };
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

function createLibraryNames(): Names {
  const names = createNames();
  for (let id = 1; id <= CORRESPONDENTS; id += 1) names.correspondent.set(id, `Correspondent ${id}`);
  for (let id = 1; id <= TAGS; id += 1) names.tag.set(id, `Tag ${id}`);
  return names;
}

function createDocument(id: number, stocks: Readonly<Record<BenchLanguage, WordStock>>): Document {
  const random = createRandom(id * 7_919);
  const stock = stocks[random() < 0.7 ? 'de' : 'en'];
  const theme = pick(stock.themes, random);
  const paragraphs = Array.from({ length: 3 + Math.floor(random() * 10) }, () => createParagraph(stock, theme, random));
  const day = new Date(Date.UTC(2010, 0, 1 + Math.floor(random() * 5_800))).toISOString();
  return {
    id,
    title: `${pick(theme, random)} ${pickZipf(stock.tail, random)} ${id}`,
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

function createParagraph({ all, tail }: WordStock, theme: readonly string[], random: () => number): string {
  const length = 900 + Math.floor(random() * 400);
  let text = '';
  while (text.length < length) {
    const kind = random();
    if (kind < THEME_SHARE) text += `${pick(theme, random)} `;
    else if (kind < 0.97 - TAIL_SHARE) text += `${pick(all, random)} `;
    else if (kind < 0.97) text += `${pickZipf(tail, random)} `;
    else if (kind < 0.99) text += `${Math.floor(random() * 2_000)},${Math.floor(random() * 90) + 10} EUR. `;
    else text += `RE-${2_010 + Math.floor(random() * 16)}-${Math.floor(random() * 100_000)}\n`;
  }
  return text.trimEnd();
}

function toEntry(document: Document, dimensions: number | undefined): IndexEntry {
  const header = `${document.title} — Correspondent ${document.correspondent ?? 0} — ${document.created ?? ''}`;
  const metadata = `Type ${document.documentType}, ${document.tags.map((tag) => `Tag ${tag}`).join(', ')}`;
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

/** Of unit length, the same for the same seed. */
export function createEmbedding(seed: number, dimensions: number): Float32Array {
  const random = createRandom(seed);
  const values = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
