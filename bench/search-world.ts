import { DatabaseSync } from 'node:sqlite';
import { answerQuestion } from '../src/ask/answer.ts';
import type { AskDeps } from '../src/ask/deps.ts';
import { resolveFilter } from '../src/ask/filter.ts';
import { EVERYTHING } from '../src/model.ts';
import { type Condition, toPassageCondition } from '../src/sqlite/conditions.ts';
import { listGenerationIds, toGenerationPath } from '../src/sqlite/generation-file.ts';
import { matchTerms } from '../src/sqlite/match.ts';
import { SqlitePassageIndex } from '../src/sqlite/sqlite-passage-index.ts';
import { addVectorDistance, toBytes } from '../src/sqlite/vector-distance.ts';
import { analyzeQuery } from '../src/text/analyze.ts';
import { SILENT_LOG } from '../test/fakes/silent-log.ts';
import { toRecipe } from './fill-index.ts';
import { measureMs } from './measure-ms.ts';
import type { BenchQuestion } from './questions.ts';
import { createEmbedding, createSyntheticLibrary } from './synthetic.ts';

/** An index of made-up passages, asked as the server asks it, and by bare statements. */
export interface SearchWorld {
  /** The embedded index's file of the live generation. */
  readonly file: string;
  /** From the request to its `sources`, the index read in its own thread: milliseconds. */
  ask(question: BenchQuestion, legs: 'lexical' | 'all'): Promise<number>;
  /** One FTS5 query for any of the same words in this thread: milliseconds. */
  match(question: BenchQuestion): number;
  /** All distances within the filter, in this thread: milliseconds. */
  scan(question: BenchQuestion): number;
  close(): Promise<void>;
}

const DEPTH = 50;

/** Opens the index that `fillIndex` has left in `folder`. */
export function openSearchWorld(folder: string, dimensions: number): SearchWorld {
  const file = toGenerationPath(folder, listGenerationIds(folder).at(-1) ?? '');
  const database = openPlainly(file);
  const { names } = createSyntheticLibrary();
  const index = new SqlitePassageIndex({ folder, log: SILENT_LOG, now: Date.now });
  const lexical = createDeps(index);
  const all = { ...lexical, embedder: createEmbedder(dimensions) };
  const within = (question: BenchQuestion, keyword: 'WHERE' | 'AND', column: string) =>
    toPassageCondition({ filter: resolveFilter(question.filters ?? {}, names), scope: EVERYTHING }, keyword, column);
  const run = ({ sql, values }: Condition) => measureMs(() => database.prepare(sql).all(...values));
  return {
    file,
    ask: (question, legs) => ask(question, legs === 'all' ? all : lexical),
    match: (question) => {
      const { words, identifiers } = analyzeQuery(question.q);
      const match = matchTerms([...words.flatMap(({ stems }) => stems), ...identifiers]) ?? '';
      const { sql, values } = within(question, 'AND', '+rowid');
      const query = `SELECT rowid, rank FROM stems WHERE stems MATCH ? ${sql} ORDER BY rank LIMIT ${DEPTH}`;
      return run({ sql: query, values: [match, ...values] });
    },
    scan: (question) => {
      const { sql, values } = within(question, 'WHERE', 'passage');
      const query = `SELECT passage, vec_distance_L2(vector, ?) AS d FROM embeddings ${sql} ORDER BY d LIMIT ${DEPTH}`;
      return run({ sql: query, values: [toBytes(embedQuestion(question.q, dimensions)), ...values] });
    },
    close: async () => {
      database.close();
      await index.close();
    },
  };
}

/** With the settings of the index's own reader. */
function openPlainly(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: true });
  database.exec('PRAGMA cache_size = -32768');
  addVectorDistance(database);
  return database;
}

function createDeps(index: SqlitePassageIndex): AskDeps {
  return {
    index,
    // Everything is there and may be seen.
    archive: {
      access: async () => ({ scope: EVERYTHING, maySeeName: () => true }),
      visible: async (ids) => new Set(ids),
      counts: async () => [],
      thumbnail: async () => undefined,
      link: () => undefined,
    },
    embedder: undefined,
    chatModel: undefined,
    log: SILENT_LOG,
    now: () => performance.now(),
    settings: { topK: 8, topKScoped: 12 },
  };
}

function createEmbedder(dimensions: number): AskDeps['embedder'] {
  const { embedding } = toRecipe(dimensions);
  if (embedding === undefined) throw new RangeError('an embedder needs dimensions');
  return { recipe: async () => embedding, embedQuery: async (text) => embedQuestion(text, dimensions) };
}

function embedQuestion(q: string, dimensions: number): Float32Array {
  return createEmbedding(
    [...q].reduce((seed, character) => (seed * 31 + character.charCodeAt(0)) % 2 ** 31, 7),
    dimensions,
  );
}

async function ask({ q, filters }: BenchQuestion, deps: AskDeps): Promise<number> {
  const question = { q, asker: { kind: 'everyone' } as const, ...(filters !== undefined && { filters }) };
  return await measureMs(async () => {
    for await (const event of answerQuestion(question, deps, { signal: new AbortController().signal }))
      if (event.type === 'sources') break;
  });
}
