import type { Id, Ranked } from '../model.ts';
import { fold } from '../text/fold.ts';
import { toPassageId } from '../text/passage-id.ts';
import { type Bounds, toPassageCondition } from './conditions.ts';
import type { Connection } from './connection.ts';
import { matchPart } from './match.ts';
import { pickHighest } from './pick-highest.ts';
import { readSizes, readTotals } from './text-totals.ts';

// FTS5's bm25 over trigrams takes five times as long as finding the rows it scores, and needs to know where each trigram
// stands, four fifths of the index. So the rows that hold a part's trigrams are found first, one list for each part, and
// only the likely ones are scored, from their texts.

// What is looked at less closely was measured beside exact scores, with the sample library and XQuAD among 10,000 and
// 50,000 passages: no less is found. Without the lengths less is.

/** Compared by the rarity of their parts and their length: so many times `k`, and at least as many as follow. */
const POOL = 6;
const MIN_POOL = 300;
/** Read and scored: at least `k`. */
const MIN_SHORTLIST = 50;

/** As in FTS5: https://sqlite.org/fts5.html#the_bm25_function */
const K1 = 1.2;
const B = 0.75;
const LEAST_IDF = 1e-6;

interface Part {
  readonly text: string;
  /** Ids of all passages that hold it, and of a few that hold its trigrams in another order. */
  readonly rows: readonly number[];
  readonly idf: number;
}

/**
 * BM25 over pieces of words. With the scores of FTS5 where no more than 50 passages hold all trigrams of any of `parts`, and
 * each of these holds the part. Beyond that those are scored that hold the rarer parts, of equals the shorter ones, of very
 * many equals the latest; what holds a part's trigrams only makes it a little less rare, and is never found.
 */
export function searchParts(connection: Connection, parts: readonly string[], k: number, bounds: Bounds): Ranked[] {
  if (k <= 0) return [];
  return connection.snapshot(() => {
    const [passages = 0, length = 0] = readTotals(connection, 'parts');
    const found = [...new Set(parts)].flatMap((text) => findPart(connection, text, passages));
    const rarities = sumRarities(found);
    keepWithin(connection, rarities, bounds);
    const pool = pickHighest(rarities, Math.max(POOL * k, MIN_POOL));
    const weights = readWeights(connection, pool, length / passages);
    const likely = pool
      .map((row) => ({ row, value: (rarities[row] ?? 0) / (1 + (weights.get(row) ?? K1)) }))
      .sort((a, b) => b.value - a.value)
      .slice(0, Math.max(k, MIN_SHORTLIST))
      .map(({ row }) => row);
    return readTexts(connection, likely)
      .map(({ row, ...passage }) => ({ ...passage, score: score(passage.folded, found, weights.get(row) ?? K1) }))
      .filter((passage) => passage.score > 0)
      .sort((a, b) => b.score - a.score || a.document - b.document || a.position - b.position)
      .slice(0, k)
      .map(({ document, position, score }) => ({ id: toPassageId(document, position), documentId: document, score }));
  });
}

function findPart(connection: Connection, text: string, passages: number): Part[] {
  const match = matchPart(text);
  if (match === undefined) return [];
  // One value: a row for each id takes ten times as long.
  const sql = 'SELECT json_group_array(rowid) AS rows FROM parts WHERE parts MATCH ?';
  const rows: number[] = JSON.parse(connection.get<{ rows: string }>(sql, match)?.rows ?? '[]');
  const idf = Math.log((passages - rows.length + 0.5) / (rows.length + 0.5));
  return rows.length === 0 ? [] : [{ text, rows, idf: idf <= 0 ? LEAST_IDF : idf }];
}

/** By row id, the sum of what the parts in it are worth. */
function sumRarities(parts: readonly Part[]): Float32Array {
  const last = Math.max(0, ...parts.map(({ rows }) => rows.at(-1) ?? 0));
  const sums = new Float32Array(last + 1);
  for (const { rows, idf } of parts) for (const row of rows) sums[row] = (sums[row] ?? 0) + idf;
  return sums;
}

/** Sets all rows outside of `bounds` to 0. */
function keepWithin(connection: Connection, sums: Float32Array, bounds: Bounds): void {
  const within = toPassageCondition(bounds, 'WHERE', 'id');
  if (within.sql === '') return;
  const sql = `SELECT json_group_array(id) AS rows FROM passages ${within.sql}`;
  const rows: number[] = JSON.parse(connection.get<{ rows: string }>(sql, ...within.values)?.rows ?? '[]');
  const isWithin = new Uint8Array(sums.length);
  for (const row of rows) isWithin[row] = 1;
  for (let row = 0; row < sums.length; row += 1) if (isWithin[row] === 0) sums[row] = 0;
}

/** By row id, what the passage's length counts against it: `K1` for one of average length. */
function readWeights(connection: Connection, rows: readonly number[], average: number): Map<number, number> {
  const sizes = readSizes(connection, 'parts', rows);
  return new Map([...sizes].map(([row, size]) => [row, K1 * (1 - B + (B * size) / average)]));
}

/** The passages of `rows`, in no particular order, with what is indexed of them. */
function readTexts(connection: Connection, rows: readonly number[]) {
  const texts = connection.all<PassageTexts>(
    `SELECT p.id, p.document, p.position, p.header, d.metadata, coalesce(p.search_text, p.text) AS text
    FROM json_each(?) JOIN passages p ON p.id = value JOIN documents d ON d.id = p.document`,
    JSON.stringify(rows),
  );
  return texts.map(({ id, document, position, header, metadata, text }) => ({
    row: id,
    document,
    position,
    folded: `${fold(`${header}\n${metadata}`)}\n${fold(text)}`,
  }));
}

interface PassageTexts {
  readonly id: number;
  readonly document: Id;
  readonly position: number;
  readonly header: string;
  readonly metadata: string;
  readonly text: string;
}

function score(folded: string, parts: readonly Part[], weight: number): number {
  return parts.reduce((sum, { text, idf }) => {
    const count = countIn(folded, text);
    return sum + (idf * count * (K1 + 1)) / (count + weight);
  }, 0);
}

function countIn(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}
