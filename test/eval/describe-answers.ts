import type { Judgement } from './answers.ts';
import { intervalOfMean, mean } from './metrics.ts';
import { toShare, toTable } from './table.ts';

/** What the answers of one model are worth. */
export interface JudgedModel {
  readonly name: string;
  readonly judgement: Judgement;
}

const ROWS: readonly (readonly [title: string, Exclude<keyof Judgement, 'unanswered'>])[] = [
  ['unanswerable questions recognised', 'recognised'],
  ['answerable questions refused', 'refused'],
  ['answers without a citation', 'uncited'],
  ['cited claims whose passage holds the evidence', 'supported'],
  ['… of these, shown as checked', 'checkedRight'],
  ['… of the others, shown as checked', 'checkedWrong'],
];

/** One column per model: means with their 95 % intervals, and what they are the means of. */
export function describeAnswers(models: readonly JudgedModel[]): string {
  const cell = (values: readonly number[]) =>
    values.length === 0
      ? '–'
      : `${toShare(mean(values))} ${intervalOfMean(values).map(toShare).join('–')} of ${values.length}`;
  return toTable(
    ['', ...models.map(({ name }) => name)],
    [
      ...ROWS.map(([title, key]) => [title, ...models.map(({ judgement }) => cell(judgement[key]))]),
      ['questions the model did not answer', ...models.map(({ judgement }) => String(judgement.unanswered))],
    ],
  );
}
