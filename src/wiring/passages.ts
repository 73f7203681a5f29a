import { answerQuestion } from '../ask/answer.ts';
import type { AskDeps } from '../ask/deps.ts';
import { findPassages } from '../ask/passages.ts';
import { parseQuestion } from '../ask/question.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { PassageFinder } from '../search-mcp/passage-finder.ts';
import { collectAnswer } from '../web/collect-answer.ts';
import { createChatDeps } from './chat.ts';
import { createAskDeps, createIndex, PROMPT_TIMEOUT_MS } from './create-deps.ts';

/** Passages and answers straight from the index, with this program's own token. */
export function createIndexFinder(config: Config<'paperless-search-mcp'>, log: Log): PassageFinder {
  const index = createIndex(config, log, PROMPT_TIMEOUT_MS);
  // Swedish writes dates as ISO does, and this one is of the local day.
  const today = () => new Date().toLocaleDateString('sv-SE');
  const deps: AskDeps = { ...createAskDeps(config, index, log), ...createChatDeps(config), today };
  const asker = { kind: 'everyone' } as const;
  return {
    findPassages: (question, limit, options) =>
      findPassages({ ...parseQuestion(question), asker }, limit, deps, options),
    answer: (question, options) => collectAnswer(answerQuestion({ ...parseQuestion(question), asker }, deps, options)),
  };
}
