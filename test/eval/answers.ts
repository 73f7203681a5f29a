import { answerQuestion } from '../../src/ask/answer.ts';
import type { AskDeps } from '../../src/ask/deps.ts';
import type { AnswerEvent, Citation, Source } from '../../src/model.ts';
import type { ChatModel } from '../../src/ports.ts';
import { holds } from './asked.ts';
import { type GoldQuestion, listEvidence, toQuestion } from './gold-question.ts';

type Outcome = Extract<AnswerEvent, { type: 'done' }>['outcome'];

/** How a chat model answered one question, as the asker gets to see it. */
export interface ModelAnswer {
  readonly isAnswerable: boolean;
  readonly outcome: Outcome;
  readonly text: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
  /** What a passage has to hold, at least one of these, to bear out an answer. */
  readonly evidence: readonly string[];
}

/** 1 for yes and 0 for no, one number per question or claim. */
export interface Judgement {
  /** Unanswerable questions: was that recognised? */
  readonly recognised: readonly number[];
  /** Answerable questions: was an answer refused? */
  readonly refused: readonly number[];
  /** Questions that the model gave no answer to at all (it can't be reached, or said nothing). */
  readonly unanswered: number;
  /** Answers to answerable questions: is there no marker in them? */
  readonly uncited: readonly number[];
  /** Their cited claims, a claim being what stands before one marker: does the passage cited hold the evidence? */
  readonly supported: readonly number[];
  /** Of the claims that are borne out, and of those that aren't: were they shown as checked? */
  readonly checkedRight: readonly number[];
  readonly checkedWrong: readonly number[];
}

/** Has each question answered by the model that `modelOf` gives for it. */
export async function measureAnswers(
  questions: readonly GoldQuestion[],
  deps: AskDeps,
  modelOf: (question: GoldQuestion) => ChatModel,
): Promise<readonly ModelAnswer[]> {
  const answers: ModelAnswer[] = [];
  // What goes wrong with a model is part of what is measured.
  const log = { ...deps.log, warn() {} };
  for (const question of questions) {
    answers.push(await answer(question, { ...deps, log, chatModel: modelOf(question) }));
  }
  return answers;
}

export function judgeAnswers(answers: readonly ModelAnswer[]): Judgement {
  const given = answers.filter(({ outcome }) => outcome !== 'extractive');
  const isRefusal = ({ outcome }: ModelAnswer) => (outcome === 'answered' ? 0 : 1);
  const answered = given.filter(({ isAnswerable, outcome }) => isAnswerable && outcome === 'answered');
  const claims = answered.map(listClaims);
  const checkedOf = (isSupported: boolean) =>
    claims
      .flatMap((list) => list.filter((claim) => claim.isSupported === isSupported))
      .map(({ isChecked }) => +isChecked);
  return {
    recognised: given.filter(({ isAnswerable }) => !isAnswerable).map(isRefusal),
    refused: given.filter(({ isAnswerable }) => isAnswerable).map(isRefusal),
    unanswered: answers.length - given.length,
    uncited: claims.map(({ length }) => (length === 0 ? 1 : 0)),
    supported: claims.flat().map(({ isSupported }) => +isSupported),
    checkedRight: checkedOf(true),
    checkedWrong: checkedOf(false),
  };
}

function listClaims({ text, sources, citations, evidence }: ModelAnswer) {
  return [...text.matchAll(/\[([0-9]+)\]/g)].map(([, number]) => {
    const n = Number(number);
    const cited = sources.filter((source) => source.n === n).map((source) => source.text);
    return {
      isSupported: evidence.some((piece) => holds(cited, piece)),
      isChecked: citations.some((citation) => citation.n === n && citation.checked),
    };
  });
}

async function answer(question: GoldQuestion, deps: AskDeps): Promise<ModelAnswer> {
  let text = '';
  let sources: readonly Source[] = [];
  const options = { signal: new AbortController().signal };
  for await (const event of answerQuestion(toQuestion(question), deps, options)) {
    if (event.type === 'sources') sources = event.sources;
    else if (event.type === 'token') text += event.text;
    else if (event.type === 'done') {
      const { outcome, citations } = event;
      const { answerable: isAnswerable } = question;
      return { isAnswerable, outcome, text, sources, citations, evidence: listEvidence(question) };
    }
  }
  throw new Error(`${question.id}: the answer has no end`);
}
