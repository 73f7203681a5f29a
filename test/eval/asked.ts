import { answerQuestion } from '../../src/ask/answer.ts';
import type { AskDeps } from '../../src/ask/deps.ts';
import { findPassages } from '../../src/ask/passages.ts';
import { MAX_PASSAGES, type Question } from '../../src/ask/question.ts';
import type { Id, Source } from '../../src/model.ts';

/** What came back for one question. */
export interface Asked {
  /** Documents, best first, each once: by its best passage. */
  readonly ranking: readonly Id[];
  readonly sources: readonly Source[];
  /** The quotations, as they stand in the documents. */
  readonly quotations: readonly string[];
  readonly outcome: string;
}

/** Asks one question, as the page does. Throws when the answer is an error. */
export async function ask(question: Question, deps: AskDeps): Promise<Asked> {
  const { hits } = await findPassages(question, MAX_PASSAGES, deps);
  let sources: readonly Source[] = [];
  let outcome = '';
  const quotations: string[] = [];
  for await (const event of answerQuestion(question, deps, { signal: new AbortController().signal })) {
    if (event.type === 'sources') sources = event.sources;
    else if (event.type === 'token') quotations.push(toPlainText(event.text));
    else if (event.type === 'done') outcome = event.outcome;
  }
  return { ranking: [...new Set(hits.map(({ document_id }) => document_id))], sources, quotations, outcome };
}

/** Whether one of `texts` holds `wanted`; case, blanks and the bars of tables don't count. */
export function holds(texts: readonly string[], wanted: string): boolean {
  const goal = simplify(wanted);
  return texts.some((text) => simplify(text).includes(goal));
}

function simplify(text: string): string {
  return text
    .replace(/[\s|]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** `> “The rent.” [1]` as `The rent.`, without the escapes of Markdown. */
function toPlainText(token: string): string {
  const [, quoted = ''] = /^\s*> “(.*)” \[\d+\]$/s.exec(token) ?? [];
  return quoted.replace(/\\(.)/g, '$1');
}
