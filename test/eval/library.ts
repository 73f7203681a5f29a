import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveFilter } from '../../src/ask/filter.ts';
import type { Question } from '../../src/ask/question.ts';
import { createExportArchive } from '../../src/export/export-archive.ts';
import { createExportSource } from '../../src/export/export-source.ts';
import type { Document, Filter, FilterRequest, Id } from '../../src/model.ts';
import { type Asked, ask, createDeps, holds } from './asked.ts';
import { withIndex } from './measured-index.ts';
import { intervalOfMean, mean, type Scores, scoreRanking } from './metrics.ts';
import { toShare, toTable } from './table.ts';

/** A row of `questions.json`. */
interface GoldQuestion {
  readonly id: string;
  readonly q: string;
  readonly language: string;
  readonly kind: string;
  /** Documents that answer it. */
  readonly gold: readonly Id[];
  readonly evidence: string | null;
  readonly evidence_more?: readonly string[];
  readonly answerable: boolean;
  readonly filters?: FilterRequest;
  readonly previous?: string;
}

interface Answered extends Scores {
  readonly question: GoldQuestion;
  /** Shares of the evidence that the first quotation holds, that all quotations hold, and that the sources hold. */
  readonly first: number;
  readonly quoted: number;
  readonly sourced: number;
}

/** What the sample library, or a folder of the same form, comes out at. */
export interface LibraryResult {
  readonly answered: readonly Answered[];
  /** Questions whose answer lies outside of their filters, with what was shown all the same: `strays` must be empty. */
  readonly scopedMisses: readonly { readonly question: GoldQuestion; readonly strays: readonly Id[] }[];
}

const COLUMNS = ['r1', 'r5', 'r8', 'mrr', 'ndcg', 'first', 'quoted', 'sourced'] as const;

/** Asks every question of a `document_exporter` folder that has a `questions.json` beside its manifest. */
export async function measureLibrary(folder: string): Promise<LibraryResult> {
  const questions: readonly GoldQuestion[] = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'));
  const source = createExportSource(folder);
  const documents = await source.read(await source.allIds());
  const names = await source.names();
  return withIndex(documents, names, async (index) => {
    const deps = createDeps(index, createExportArchive(folder));
    const answered: Answered[] = [];
    const scopedMisses: { question: GoldQuestion; strays: Id[] }[] = [];
    for (const question of questions) {
      const asked = await ask(toQuestion(question), deps);
      if (question.answerable) answered.push(score(question, asked));
      if (question.kind === 'scoped-miss') {
        const outside = documents.filter(
          (document) => !isInside(document, resolveFilter(question.filters ?? {}, names)),
        );
        const shown = new Set(asked.sources.map(({ document_id }) => document_id));
        scopedMisses.push({ question, strays: outside.map(({ id }) => id).filter((id) => shown.has(id)) });
      }
    }
    return { answered, scopedMisses };
  });
}

/** The result as tables for people: by kind, by language, and what was missed. */
export function describeLibrary({ answered, scopedMisses }: LibraryResult): string {
  const byKind = Map.groupBy(answered, ({ question }) => question.kind);
  const byLanguage = Map.groupBy(answered, ({ question }) => question.language);
  const row = (name: string, part: readonly Answered[]) => [
    name,
    String(part.length),
    ...COLUMNS.map((column) => toShare(mean(part.map((one) => one[column])))),
  ];
  const interval = COLUMNS.map((column) =>
    intervalOfMean(answered.map((one) => one[column]))
      .map(toShare)
      .join('–'),
  );
  const missed = answered.filter(({ r8 }) => r8 < 1).map(({ question: { id, q } }) => `  ${id} ${q}`);
  const unquoted = answered
    .filter(({ quoted, sourced }) => quoted < sourced)
    .map(({ question: { id, q } }) => `  ${id} ${q}`);
  const strays = scopedMisses.filter(({ strays }) => strays.length > 0).map(({ question }) => question.id);
  return [
    toTable(
      ['', 'n', 'R@1', 'R@5', 'R@8', 'MRR', 'nDCG', 'quoted 1st', 'quoted', 'in sources'],
      [
        ...[...byKind].map(([kind, part]) => row(kind, part)),
        ...[...byLanguage].map(([language, part]) => row(language, part)),
        row('all', answered),
        ['95 %', '', ...interval],
      ],
    ),
    `gold documents missing among the first eight:\n${missed.join('\n')}`,
    `evidence in the sources that was not quoted:\n${unquoted.join('\n')}`,
    `answer outside of the filters: ${scopedMisses.length} questions, documents from outside shown for ${strays.length} ${strays.join(' ')}`,
  ].join('\n\n');
}

function score(question: GoldQuestion, { ranking, sources, quotations }: Asked): Answered {
  const evidence = [question.evidence ?? [], question.evidence_more ?? []].flat();
  const shareIn = (texts: readonly string[]) => mean(evidence.map((piece) => (holds(texts, piece) ? 1 : 0)));
  return {
    question,
    ...scoreRanking(ranking, question.gold),
    first: shareIn(quotations.slice(0, 1)),
    quoted: shareIn(quotations),
    sourced: shareIn(sources.map(({ text }) => text)),
  };
}

function toQuestion({ q, filters, previous }: GoldQuestion): Question {
  return {
    q,
    asker: { kind: 'everyone' },
    ...(filters !== undefined && { filters }),
    ...(previous !== undefined && { history: [{ q: previous, answer: '' }] }),
  };
}

/** The rule of the filters, written a second time: measuring with the code under test would prove nothing. */
function isInside(document: Document, filter: Filter): boolean {
  const { correspondent, documentType, tags = [], createdFrom, createdTo } = filter;
  return (
    (correspondent === undefined || document.correspondent === correspondent) &&
    (documentType === undefined || document.documentType === documentType) &&
    tags.every((tag) => document.tags.includes(tag)) &&
    (createdFrom === undefined || (document.created !== undefined && document.created >= createdFrom)) &&
    (createdTo === undefined || (document.created !== undefined && document.created <= createdTo))
  );
}
