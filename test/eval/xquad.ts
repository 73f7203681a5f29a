import { readFile } from 'node:fs/promises';
import { createNames, type Document, type Id } from '../../src/model.ts';
import type { Archive } from '../../src/ports.ts';
import { ask, createDeps } from './asked.ts';
import { withIndex } from './measured-index.ts';
import { intervalOfMean, mean, type Scores, scoreRanking } from './metrics.ts';
import { toShare, toTable } from './table.ts';

/** The SQuAD 1.1 form, in which XQuAD comes. */
interface Squad {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly {
        readonly id: string;
        readonly question: string;
        readonly answers: readonly { readonly text: string }[];
      }[];
    }[];
  }[];
}

interface Answered extends Scores {
  /** 1 when the answer is in the first quotation, in any of them. */
  readonly first: number;
  readonly quoted: number;
}

const COLUMNS = ['r1', 'r5', 'r8', 'mrr', 'ndcg', 'first', 'quoted'] as const;

/** Everything is there and may be seen. */
const OPEN_ARCHIVE: Archive = {
  visible: async (ids) => new Set(ids),
  counts: async () => [],
  thumbnail: async () => undefined,
  link: () => undefined,
};

/**
 * Asks the questions of one XQuAD file about the paragraphs of another (the same one, or another language: ids are
 * shared). Each paragraph is a document without a title. Every `step`-th question is asked.
 */
export async function measureXquad(
  paragraphsFile: string,
  questionsFile: string,
  step = 1,
): Promise<readonly Answered[]> {
  const paragraphs = (await readSquad(paragraphsFile)).data.flatMap((article) => article.paragraphs);
  const answers = new Map(paragraphs.flatMap(({ qas }) => qas.map(({ id, answers }) => [id, answers[0]?.text ?? ''])));
  const asked = (await readSquad(questionsFile)).data
    .flatMap((article) => article.paragraphs)
    .flatMap(({ qas }, index) => qas.map(({ id, question }) => ({ id, question, gold: index + 1 })))
    .filter((_, index) => index % step === 0);
  return withIndex(
    paragraphs.map(({ context }, index) => toDocument(index + 1, context)),
    createNames(),
    async (index) => {
      const deps = createDeps(index, OPEN_ARCHIVE);
      const answered: Answered[] = [];
      for (const { id, question, gold } of asked) {
        const { ranking, quotations } = await ask({ q: question, asker: { kind: 'everyone' } }, deps);
        const holdsAnswer = quotations.map((quotation) => quotation.includes(collapse(answers.get(id) ?? '')));
        answered.push({
          ...scoreRanking(ranking, [gold]),
          first: holdsAnswer[0] === true ? 1 : 0,
          quoted: holdsAnswer.includes(true) ? 1 : 0,
        });
      }
      return answered;
    },
  );
}

/** The result as a table for people, with 95 % intervals. */
export function describeXquad(name: string, answered: readonly Answered[]): string {
  const values = COLUMNS.map((column) => answered.map((one) => one[column]));
  return toTable(
    ['', 'n', 'R@1', 'R@5', 'R@8', 'MRR', 'nDCG', 'answer in 1st quotation', 'in any'],
    [
      [name, String(answered.length), ...values.map((column) => toShare(mean(column)))],
      ['95 %', '', ...values.map((column) => intervalOfMean(column).map(toShare).join('–'))],
    ],
  );
}

async function readSquad(file: string): Promise<Squad> {
  return JSON.parse(await readFile(file, 'utf8'));
}

function toDocument(id: Id, content: string): Document {
  return {
    id,
    title: '',
    content,
    created: undefined,
    modified: '2026-01-01T00:00:00.000000Z',
    correspondent: undefined,
    documentType: undefined,
    storagePath: undefined,
    tags: [],
    customFields: [],
    notes: [],
    archiveSerialNumber: undefined,
    permissions: { owner: undefined, viewUsers: [], viewGroups: [] },
  };
}

function collapse(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
