import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toText } from '../src/docs-search/document.ts';
import { Library } from '../src/docs-search/library.ts';
import { search } from '../src/docs-search/search.ts';
import { cutDocument } from '../src/docs-search/split-passages.ts';
import { fold } from '../src/text/fold.ts';
import { measureMs } from './measure-ms.ts';
import { toQuantile } from './quantile.ts';
import { listBenchQuestions } from './questions.ts';
import type { Figure } from './report/figure.ts';
import { createSyntheticLibrary } from './synthetic.ts';

const FILE_CHARS = 20_000;
const ROUNDS = 5;

/**
 * A folder of `files` files of 20,000 characters: indexing beside reading and folding the same files, and beside making
 * BM25 in its plainest form of the same passages, searching beside that one, and the memory held.
 */
export async function benchDocs(files: number): Promise<Figure[]> {
  const folder = await realpath(mkdtempSync(join(tmpdir(), 'docs-bench-')));
  try {
    const paths = writeFiles(folder, files);
    const folding = measureMs(() => {
      let length = 0;
      for (const path of paths) length += fold(readFileSync(path, 'utf8')).length;
      // Used, or the compiler may leave the folding out.
      return length;
    });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const { signal } = new AbortController();
    const library = new Library({ root: folder, maxPassageChars: 1_000, signal, now: () => performance.now() });
    const indexing = await measureMs(() => library.refresh());
    const { snapshot } = library;
    if (snapshot === undefined) throw new Error('nothing was read');
    globalThis.gc?.();
    const held = process.memoryUsage().rss - before;
    const text = files * FILE_CHARS;
    const texts = [...snapshot.documents.values()].flatMap((document) => {
      const whole = toText(document);
      return cutDocument(whole, 1_000).map(({ start, end }) => whole.slice(start, end));
    });
    const began = performance.now();
    const plain = createPlainBm25(texts);
    const plainIndexing = performance.now() - began;
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { q } of listBenchQuestions()) {
        ours.push(measureMs(() => search(snapshot, q, 5)));
        theirs.push(measureMs(() => plain(q, 5)));
      }
    const [p95, plainP95] = [toQuantile(ours, 0.95), toQuantile(theirs, 0.95)];
    const passages = snapshot.passages;
    return [
      {
        id: 'docs.indexing',
        what: `indexing ${files.toLocaleString('en')} files of 20 kB`,
        unit: 'ms',
        ours: indexing,
        beside: { what: 'reading and folding them', value: folding },
        passages,
      },
      {
        id: 'docs.indexing-plain',
        what: `indexing ${files.toLocaleString('en')} files of 20 kB`,
        unit: 'ms',
        ours: indexing,
        beside: { what: 'making that BM25 of them, already read and cut', value: plainIndexing },
        passages,
      },
      {
        id: 'docs.query',
        what: 'a query, p95',
        unit: 'ms',
        ours: p95,
        beside: { what: 'plain BM25 over the same passages', value: plainP95 },
        passages,
      },
      {
        id: 'docs.memory',
        what: 'memory held',
        unit: 'MB',
        ours: held / 1e6,
        beside: { what: 'the text', value: text / 1e6 },
        passages,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeFiles(folder: string, files: number): string[] {
  const library = createSyntheticLibrary();
  let id = 1;
  return Array.from({ length: files }, (_, number) => {
    let text = '';
    while (text.length < FILE_CHARS) {
      const { title, content } = library.document(id);
      text += `# ${title}\n\n${content}\n\n`;
      id += 1;
    }
    const path = join(folder, String(number % 50), `${number}.md`);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text.slice(0, FILE_CHARS));
    return path;
  });
}

/** Lower-case words, no stems, no stop words; postings in a map, scores in a map. */
function createPlainBm25(texts: readonly string[]): (query: string, limit: number) => number[] {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const postings = new Map<string, Map<number, number>>();
  const lengths = texts.map((text, passage) => {
    const all = words(text);
    for (const word of all) {
      const list = postings.get(word) ?? new Map<number, number>();
      postings.set(word, list.set(passage, (list.get(passage) ?? 0) + 1));
    }
    return all.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const word of new Set(words(query))) {
      const list = postings.get(word) ?? new Map<number, number>();
      const inverse = Math.log(1 + (texts.length - list.size + 0.5) / (list.size + 0.5));
      for (const [passage, count] of list) {
        const norm = 1.5 * (0.25 + (0.75 * (lengths[passage] ?? 0)) / average);
        scores.set(passage, (scores.get(passage) ?? 0) + (inverse * count * 2.5) / (count + norm));
      }
    }
    const ranked = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit);
    return ranked.map(([passage]) => passage);
  };
}
