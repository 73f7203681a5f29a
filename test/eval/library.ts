import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveFilter } from '../../src/ask/filter.ts';
import { createExportArchive } from '../../src/export/export-archive.ts';
import { createExportSource } from '../../src/export/export-source.ts';
import type { Document, Filter, Id } from '../../src/model.ts';
import type { ChatModel } from '../../src/ports.ts';
import { judgeAnswers, measureAnswers } from './answers.ts';
import { listApproaches } from './approaches.ts';
import { type Asked, ask, holds } from './asked.ts';
import { describeAnswers, type JudgedModel } from './describe-answers.ts';
import { type GoldQuestion, listEvidence, toQuestion } from './gold-question.ts';
import { withIndex } from './measured-index.ts';
import { mean, type Scores, scoreRanking } from './metrics.ts';
import type { Models } from './read-models.ts';
import { createCarelessModel, createFaithfulModel } from './scripted-readers.ts';
import { type Column, describeGains, describeSideBySide, groupQuestions } from './side-by-side.ts';

interface Answered extends Scores {
  readonly question: GoldQuestion;
  /** Shares of the evidence that the first quotation holds, that all quotations hold, and that the sources hold. */
  readonly first: number;
  readonly quoted: number;
  readonly sourced: number;
}

/** What the sample library, or a folder of the same form, comes out at with one way of searching. */
export interface LibraryResult {
  readonly name: string;
  /** The answerable questions. */
  readonly answered: readonly Answered[];
  /** Questions whose answer lies outside of their filters, with what was shown all the same: `strays` must be empty. */
  readonly scopedMisses: readonly { readonly question: GoldQuestion; readonly strays: readonly Id[] }[];
}

const FOUND: readonly Column<Answered>[] = [
  { title: 'R@1', value: ({ r1 }) => r1 },
  { title: 'R@5', value: ({ r5 }) => r5 },
  { title: 'R@8', value: ({ r8 }) => r8 },
  { title: 'MRR', value: ({ mrr }) => mrr },
  { title: 'nDCG', value: ({ ndcg }) => ndcg },
];

const QUOTED: readonly Column<Answered>[] = [
  { title: 'quoted 1st', value: ({ first }) => first },
  { title: 'quoted', value: ({ quoted }) => quoted },
  { title: 'in sources', value: ({ sourced }) => sourced },
];

export interface LibraryMeasurement {
  /** One per way of searching: by words, and with an embedder by meaning and by both. */
  readonly results: readonly LibraryResult[];
  /** Two scripted models, which show what the measure and the check of citations can tell, and the real one if any. */
  readonly models: readonly JudgedModel[];
}

/** Asks every question of a `document_exporter` folder that has a `questions.json` beside its manifest. */
export async function measureLibrary(folder: string, models: Partial<Models> = {}): Promise<LibraryMeasurement> {
  const { embedder, chatModel, approach = 'lexical' } = models;
  const questions: readonly GoldQuestion[] = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'));
  const source = createExportSource(folder);
  const documents = await source.read(await source.allIds());
  const names = await source.names();
  return withIndex(documents, names, embedder, async (index) => {
    const results: LibraryResult[] = [];
    const approaches = listApproaches(index, createExportArchive(folder), embedder);
    for (const { name, deps } of approaches) {
      const answered: Answered[] = [];
      const scopedMisses: { question: GoldQuestion; strays: Id[] }[] = [];
      for (const question of questions) {
        const asked = await ask(toQuestion(question), deps);
        if (question.answerable) answered.push(score(question, asked));
        if (question.kind === 'scoped-miss') {
          scopedMisses.push({
            question,
            strays: findStrays(documents, resolveFilter(question.filters ?? {}, names), asked),
          });
        }
      }
      results.push({ name, answered, scopedMisses });
    }
    const deps = approaches.find(({ name }) => name === approach)?.deps;
    if (deps === undefined) throw new Error(`there is no approach "${approach}"`);
    const judge = async (name: string, modelOf: (question: GoldQuestion) => ChatModel): Promise<JudgedModel> => ({
      name,
      judgement: judgeAnswers(await measureAnswers(questions, deps, modelOf)),
    });
    return {
      results,
      models: [
        await judge('scripted, faithful', createFaithfulModel),
        await judge('scripted, careless', createCarelessModel),
        ...(chatModel === undefined ? [] : [await judge(chatModel.model, () => chatModel)]),
      ],
    };
  });
}

/** The results as tables for people: by kind and language, and what was missed. */
export function describeLibrary({ results, models }: LibraryMeasurement): string {
  const answered = results[0]?.answered ?? [];
  const languages = new Set(answered.map(({ question }) => question.language)).size;
  const groups = groupQuestions(
    answered,
    ({ question }) => question.language,
    ({ question }) => question.kind,
  );
  return [
    `Documents found, means and 95 % intervals\n${describeSideBySide(results, FOUND, groups)}`,
    describeGains(results, FOUND, groups.slice(0, 1 + languages)),
    `Evidence quoted without a chat model\n${describeSideBySide(results, QUOTED, groups)}`,
    `Answers by a chat model\n${describeAnswers(models)}`,
    ...results.map(describeMissed),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeMissed({ name, answered, scopedMisses }: LibraryResult): string {
  const missed = answered.filter(({ r8 }) => r8 < 1).map(({ question: { id, q } }) => `  ${id} ${q}`);
  const unquoted = answered
    .filter(({ quoted, sourced }) => quoted < sourced)
    .map(({ question: { id, q } }) => `  ${id} ${q}`);
  const strays = scopedMisses.filter(({ strays }) => strays.length > 0).map(({ question }) => question.id);
  return [
    `${name}: gold documents missing among the first eight:\n${missed.join('\n')}`,
    `${name}: evidence in the sources that was not quoted:\n${unquoted.join('\n')}`,
    `${name}: answer outside of the filters: ${scopedMisses.length} questions, documents from outside shown for ${strays.length} ${strays.join(' ')}`,
  ].join('\n\n');
}

/** Documents that were shown although they are not within the filter. */
function findStrays(documents: readonly Document[], filter: Filter, { sources }: Asked): Id[] {
  const shown = new Set(sources.map(({ document_id }) => document_id));
  return documents.filter((document) => shown.has(document.id) && !isInside(document, filter)).map(({ id }) => id);
}

function score(question: GoldQuestion, { ranking, sources, quotations }: Asked): Answered {
  const evidence = listEvidence(question);
  const shareIn = (texts: readonly string[]) => mean(evidence.map((piece) => (holds(texts, piece) ? 1 : 0)));
  return {
    question,
    ...scoreRanking(ranking, question.gold),
    first: shareIn(quotations.slice(0, 1)),
    quoted: shareIn(quotations),
    sourced: shareIn(sources.map(({ text }) => text)),
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
