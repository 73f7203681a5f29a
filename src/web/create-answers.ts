import { answerQuestion } from '../ask/answer.ts';
import type { AskDeps } from '../ask/deps.ts';
import { findPassages } from '../ask/passages.ts';
import { readSource } from '../ask/read-source.ts';
import { openSpace } from '../ask/space.ts';
import type { Answers } from './web-deps.ts';
import { EVERYONE } from './web-env.ts';

/** The ask part, bound to what it needs. */
export function createAnswers(deps: AskDeps): Answers {
  return {
    checkFilters: async (filters, options) => {
      await openSpace({ filters, asker: EVERYONE }, deps, options);
    },
    answer: (question, options) => answerQuestion(question, deps, options),
    findPassages: (question, limit, options) => findPassages(question, limit, deps, options),
    readSource: (passage, asker, options) => readSource(passage, deps, asker, options),
  };
}
