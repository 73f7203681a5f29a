import { answerQuestion } from '../ask/answer.ts';
import type { AskDeps } from '../ask/deps.ts';
import { listNames } from '../ask/list-names.ts';
import { findPassages } from '../ask/passages.ts';
import { readSource } from '../ask/read-source.ts';
import { openSpace } from '../ask/space.ts';
import type { Log } from '../log.ts';
import { collectAnswer } from './collect-answer.ts';
import type { Answers } from './web-deps.ts';

const ignore = () => {};
const UNHEARD: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The ask part, bound to what it needs. */
export function createAnswers(deps: AskDeps): Answers {
  return {
    checkFilters: async ({ filters, asker }, options) => {
      await openSpace({ ...(filters && { filters }), asker }, deps, options);
    },
    answer: (question, options) => answerQuestion(question, deps, options),
    quote: (question, options) =>
      collectAnswer(
        answerQuestion(question, { ...deps, chatModel: undefined, embedder: undefined, log: UNHEARD }, options),
      ),
    findPassages: (question, limit, options) => findPassages(question, limit, deps, options),
    readSource: (passage, asker, options) => readSource(passage, deps, asker, options),
    listNames: (kind, asker, options) => listNames(kind, asker, deps, options),
    countDocuments: async (asker, options) => {
      const { reader, scope } = await openSpace({ asker }, deps, options);
      return reader.countDocuments({ ...options, scope });
    },
  };
}
