import { NOT_IN_SOURCES } from '../../src/ask/chat/marker-cleaner.ts';
import type { ChatMessage, ChatModel } from '../../src/ports.ts';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.ts';
import { holds } from './asked.ts';
import { type GoldQuestion, listEvidence } from './gold-question.ts';

/** A source as it stands in the prompt. */
interface PromptSource {
  readonly n: number;
  readonly text: string;
}

const SOURCE = /^<<< \S+ source (\d+) >>>\n(.*?)\n<<< \S+ end >>>$/gms;

/** Knows the evidence: quotes what of it is in its sources, cites where it stands, and otherwise says that it isn't there. */
export function createFaithfulModel(question: GoldQuestion): ChatModel {
  return createReader(question, (sources) => {
    const claims = listEvidence(question).flatMap((piece) => {
      const source = sources.find(({ text }) => holds([text], piece));
      return source === undefined ? [] : [`${piece} [${source.n}]`];
    });
    return claims.length === 0 ? NOT_IN_SOURCES : claims.join('\n\n');
  });
}

/** Says the same, cites a source that doesn't hold it, and has an answer to everything. */
export function createCarelessModel(question: GoldQuestion): ChatModel {
  const evidence = listEvidence(question);
  const claims = evidence.length === 0 ? ['It is 4,711.99 EUR'] : evidence;
  return createReader(question, (sources) => {
    const other = sources.find(({ text }) => evidence.every((piece) => !holds([text], piece)));
    return claims.map((claim) => (other === undefined ? claim : `${claim} [${other.n}]`)).join('\n\n');
  });
}

function createReader(
  { q, previous = '' }: GoldQuestion,
  answer: (sources: readonly PromptSource[]) => string,
): ChatModel {
  return createScriptedChatModel((messages) => {
    const sources = readSources(messages);
    // A request without sources is for a question that stands alone.
    return [sources.length === 0 ? `${previous} ${q}`.trim() : answer(sources)];
  });
}

function readSources(messages: readonly ChatMessage[]): PromptSource[] {
  const found = messages.at(-1)?.content.matchAll(SOURCE) ?? [];
  return [...found].map(([, n, text = '']) => ({ n: Number(n), text }));
}
