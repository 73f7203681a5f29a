import { statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toTable } from '../test/eval/table.ts';
import { fillApart } from './fill-apart.ts';
import { DIMENSIONS } from './fill-index.ts';
import { toQuantile } from './quantile.ts';
import { type BenchQuestion, listBenchQuestions } from './questions.ts';
import { openSearchWorld, type SearchWorld } from './search-world.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** One question, asked in each way by turns. Milliseconds. */
export interface Sample {
  readonly question: BenchQuestion;
  /** By words only. */
  readonly lexical: number;
  /** One FTS5 query for the same words. */
  readonly plain: number;
  /** With the dense leg, too. */
  readonly all: number;
  /** Nothing but the distances. */
  readonly scan: number;
}

export interface SearchBenchResult {
  readonly samples: readonly Sample[];
  /** Four askers at once, by words only. */
  readonly crowd: readonly number[];
  /** Longest time that the asking process could do nothing else. */
  readonly blockedMs: number;
  /** Of the index's file. */
  readonly fileMb: number;
}

const PASSAGES_PER_DOCUMENT = 7.5;
const ROUNDS = 5;
const ASKERS = 4;

/** Builds an index of about so many passages, and measures searching it against bare statements on the same file. */
export async function benchSearch(passages: number): Promise<SearchBenchResult & { readonly fillPeakMb: number }> {
  return await withTemporaryFolder(async (folder) => {
    const fillPeakMb = await fillApart(folder, Math.round(passages / PASSAGES_PER_DOCUMENT), DIMENSIONS);
    return { fillPeakMb, ...(await measureSearch(join(folder, 'index'))) };
  });
}

/** Measures an index that is there already; prints what comes out for each kind of question. */
export async function measureSearch(folder: string): Promise<SearchBenchResult> {
  const world = openSearchWorld(folder, DIMENSIONS);
  try {
    const result = await measure(world);
    console.log(describe(result));
    return result;
  } finally {
    await world.close();
  }
}

async function measure(world: SearchWorld): Promise<SearchBenchResult> {
  const questions = listBenchQuestions();
  const samples: Sample[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const question of questions) {
      const plain = world.match(question);
      const lexical = await world.ask(question, 'lexical');
      const scan = world.scan(question);
      const all = await world.ask(question, 'all');
      // The first round warms up.
      if (round > 0) samples.push({ question, lexical, plain, all, scan });
    }
  }
  // Apart from the statements above, which run in this thread.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const question of questions) await world.ask(question, 'lexical');
  const crowd = await Promise.all(Array.from({ length: ASKERS }, (_, asker) => askInTurn(world, questions, asker)));
  delay.disable();
  return { samples, crowd: crowd.flat(), blockedMs: delay.max / 1e6, fileMb: statSync(world.file).size / 1e6 };
}

/** Every asker begins somewhere else in the mix. */
async function askInTurn(world: SearchWorld, questions: readonly BenchQuestion[], asker: number): Promise<number[]> {
  const first = Math.floor((asker * questions.length) / ASKERS);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const question of [...questions.slice(first), ...questions.slice(0, first)])
      times.push(await world.ask(question, 'lexical'));
  return times;
}

function describe({ samples, crowd, blockedMs }: SearchBenchResult): string {
  const isFiltered = ({ question }: Sample) => question.kind === 'filtered';
  const byKind = [...Map.groupBy(samples, ({ question }) => question.kind)];
  const compare = (name: string, rows: readonly Sample[], ours: 'lexical' | 'all', theirs: 'plain' | 'scan') => {
    const at = (column: 'lexical' | 'all' | 'plain' | 'scan', share: number) =>
      toQuantile(
        rows.map((row) => row[column]),
        share,
      );
    const shares = [0.5, 0.95];
    const ratios = shares.map((share) => at(ours, share) / at(theirs, share));
    return [
      name,
      ...shares.map((share) => at(ours, share).toFixed(1)),
      ...shares.map((share) => at(theirs, share).toFixed(1)),
      ...ratios.map((ratio) => `${ratio.toFixed(2)}×`),
    ];
  };
  const single = toQuantile(
    samples.map(({ lexical }) => lexical),
    0.5,
  );
  const crowded = toQuantile(crowd, 0.95);
  return [
    toTable(
      ['by words', 'p50 ms', 'p95', 'FTS5 p50', 'p95', 'ratio p50', 'p95'],
      [
        ...byKind.map(([kind, rows]) => compare(kind, rows, 'lexical', 'plain')),
        compare('all', samples, 'lexical', 'plain'),
      ],
    ),
    toTable(
      ['with embeddings', 'p50 ms', 'p95', 'scan p50', 'p95', 'ratio p50', 'p95'],
      [
        compare(
          'unfiltered',
          samples.filter((row) => !isFiltered(row)),
          'all',
          'scan',
        ),
        compare('filtered', samples.filter(isFiltered), 'all', 'scan'),
      ],
    ),
    `${ASKERS} askers at once: p95 ${crowded.toFixed(1)} ms, ${(crowded / single).toFixed(2)}× the p50 of one; event loop blocked for ${blockedMs.toFixed(1)} ms at most`,
  ].join('\n\n');
}
