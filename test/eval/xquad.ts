import { readFile } from 'node:fs/promises';
import { createNames, type Document, EVERYTHING, type Id } from '../../src/model.ts';
import type { Archive, Embedder } from '../../src/ports.ts';
import { listApproaches } from './approaches.ts';
import { ask } from './asked.ts';
import { withIndex } from './measured-index.ts';
import { type Scores, scoreRanking } from './metrics.ts';
import { type Column, describeGains, describeSideBySide, groupQuestions, type Measured } from './side-by-side.ts';

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

const COLUMNS: readonly Column<Answered>[] = [
  { title: 'R@1', value: ({ r1 }) => r1 },
  { title: 'R@5', value: ({ r5 }) => r5 },
  { title: 'R@8', value: ({ r8 }) => r8 },
  { title: 'MRR', value: ({ mrr }) => mrr },
  { title: 'nDCG', value: ({ ndcg }) => ndcg },
  { title: 'answer in 1st quotation', value: ({ first }) => first },
  { title: 'in any', value: ({ quoted }) => quoted },
];

/** Everything is there and may be seen. */
const OPEN_ARCHIVE: Archive = {
  access: async () => ({ scope: EVERYTHING, maySeeName: () => true }),
  visible: async (ids) => new Set(ids),
  counts: async () => [],
  thumbnail: async () => undefined,
  link: () => undefined,
};

/**
 * Asks the questions of one XQuAD file about the paragraphs of another (the same one, or another language: ids are
 * shared), in each way of searching there is. Each paragraph is a document without a title. Every `step`-th question is
 * asked.
 */
export async function measureXquad(
  paragraphsFile: string,
  questionsFile: string,
  step = 1,
  embedder?: Embedder,
): Promise<readonly Measured<Answered>[]> {
  const paragraphs = (await readSquad(paragraphsFile)).data.flatMap((article) => article.paragraphs);
  const answers = new Map(paragraphs.flatMap(({ qas }) => qas.map(({ id, answers }) => [id, answers[0]?.text ?? ''])));
  const asked = (await readSquad(questionsFile)).data
    .flatMap((article) => article.paragraphs)
    .flatMap(({ qas }, index) => qas.map(({ id, question }) => ({ id, question, gold: index + 1 })))
    .filter((_, index) => index % step === 0);
  const documents = paragraphs.map(({ context }, index) => toDocument(index + 1, context));
  return withIndex(documents, createNames(), embedder, async (index) => {
    const measured: Measured<Answered>[] = [];
    for (const { name, deps } of listApproaches(index, OPEN_ARCHIVE, embedder)) {
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
      measured.push({ name, answered });
    }
    return measured;
  });
}

/** The results as tables for people, with 95 % intervals. */
export function describeXquad(title: string, measured: readonly Measured<Answered>[]): string {
  const groups = groupQuestions(measured[0]?.answered ?? []);
  return [title, describeSideBySide(measured, COLUMNS, groups), describeGains(measured, COLUMNS, groups)]
    .filter((part) => part !== '')
    .join('\n\n');
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
