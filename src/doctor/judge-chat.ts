import type { ChatHostCheck } from '../ollama/ollama-chat-model.ts';
import type { Outcome } from './attempt.ts';
import { type Check, splitAdvice, toFailedCheck } from './check.ts';

/** The servers of the chat model, in their order: the first that works answers, the others stand in for it. */
export function judgeChat(model: string, hosts: Outcome<readonly ChatHostCheck[]>): Check[] {
  const name = 'chat_model';
  if (hosts.error !== undefined) return [toFailedCheck(name, hosts.error)];
  const working = hosts.value.find(({ problem }) => problem === undefined);
  const faults = hosts.value.flatMap(({ problem }): Check[] => {
    if (problem === undefined) return [];
    const { what, fix } = splitAdvice(problem);
    return [
      { name, state: working === undefined ? 'failed' : 'open', message: what, ...(fix !== undefined && { fix }) },
    ];
  });
  if (working === undefined) return faults;
  return [{ name, state: 'ok', message: `${model} at ${working.host} can write answers.` }, ...faults];
}
