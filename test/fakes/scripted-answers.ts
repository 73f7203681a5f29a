import { NotFoundError, UsageError } from '../../src/errors.ts';
import type { AnswerEvent, Source } from '../../src/model.ts';
import { collectAnswer } from '../../src/web/collect-answer.ts';
import type { Answers } from '../../src/web/web-deps.ts';

/** One step of a script: a part, a promise to wait for (it may reject), or an error to end with. */
export type Step = AnswerEvent | Promise<unknown> | Error;

export interface ScriptedAnswers extends Answers {
  /** Questions as they reached the answering part, and how they ended. */
  readonly seen: {
    readonly q: string;
    readonly filters: unknown;
    readonly history: unknown;
    ended: 'running' | 'finished' | 'aborted';
  }[];
}

/** Answers that follow a script per question; correspondents other than `Stadtwerke` are unknown. */
export function createScriptedAnswers(script: (q: string) => Iterable<Step>): ScriptedAnswers {
  const seen: ScriptedAnswers['seen'] = [];
  return {
    seen,
    async checkFilters({ filters: { correspondent } = {} }) {
      if (correspondent === undefined || correspondent === 'Stadtwerke') return;
      const message = `there is no correspondent "${correspondent}": did you mean "Stadtwerke"?`;
      const refused = { name: correspondent, near: ['Stadtwerke'] };
      throw new UsageError(message, { field: 'filters.correspondent', refused });
    },
    async *answer({ q, filters, history }, { signal }) {
      const entry: ScriptedAnswers['seen'][number] = { q, filters, history, ended: 'running' };
      seen.push(entry);
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          entry.ended = 'aborted';
          reject(signal.reason);
        });
      });
      aborted.catch(() => {});
      for (const step of script(q)) {
        signal.throwIfAborted();
        if (step instanceof Promise) await Promise.race([step, aborted]);
        else if (step instanceof Error) throw step;
        else yield step;
      }
      entry.ended = 'finished';
    },
    async quote({ q }) {
      return collectAnswer(
        (async function* () {
          for (const step of script(q)) if ('type' in step) yield step;
        })(),
      );
    },
    async findPassages({ q }, limit) {
      return { hits: Array.from({ length: limit ?? 1 }, () => ({ ...SOURCE, text: q })), mode: 'lexical' };
    },
    async readSource(passage) {
      if (passage !== SOURCE.passage) throw new NotFoundError('there is no such passage');
      const { n: _n, score: _score, legs: _legs, highlights: _highlights, ...shown } = SOURCE;
      return { ...shown, before: 'What stands before it.', after: null };
    },
    async listNames() {
      return [{ name: 'Stadtwerke', count: 2 }];
    },
    async countDocuments() {
      return 7;
    },
  };
}

export const SOURCE: Source = {
  n: 1,
  passage: '12-0',
  document_id: 12,
  title: 'Jahresabrechnung Strom 2022',
  correspondent: 'Stadtwerke',
  created: '2023-01-19',
  url: 'https://paperless.example/documents/12/',
  text: 'Ihr Verbrauch betrug 3.112 kWh. Der Gesamtbetrag ist 1.252,36 EUR.',
  highlights: [{ start: 36, end: 48 }],
  score: 0.5,
  legs: { stems: 1 },
};

/** A short answer by quotation. */
export const QUOTATION: readonly AnswerEvent[] = [
  { type: 'phase', name: 'searching' },
  { type: 'sources', sources: [SOURCE, { ...SOURCE, n: 2, passage: '13-0', document_id: 13 }], proposed: [] },
  { type: 'token', text: '> “Der Gesamtbetrag ist 1.252,36 EUR.” ' },
  { type: 'token', text: '[1]' },
  {
    type: 'done',
    outcome: 'extractive',
    citations: [{ n: 1, passage: '12-0', checked: true }],
    model: null,
    timings: { total_ms: 4 },
  },
];
