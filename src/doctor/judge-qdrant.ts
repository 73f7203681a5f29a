import { type Check, toFailedCheck } from './check.ts';
import type { QdrantFacts } from './survey-qdrant.ts';

export function judgeQdrant({ collection, version, generations }: QdrantFacts): Check[] {
  if (version.error !== undefined) return [toFailedCheck('qdrant', version.error)];
  const answers: Check = { name: 'qdrant', state: 'ok', message: `Qdrant ${version.value} answers.` };
  if (generations === undefined) return [answers];
  const name = 'qdrant_collection';
  if (generations.error !== undefined) return [answers, toFailedCheck(name, generations.error)];
  const live = generations.value.find(({ state }) => state === 'live');
  const message =
    live === undefined
      ? `The name ${collection} is free.`
      : `The alias ${collection} stands for generation ${live.id}.`;
  return [answers, { name, state: 'ok', message }];
}
