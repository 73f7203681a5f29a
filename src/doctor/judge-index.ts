import type { IndexStatus } from '../sync/read-status.ts';
import { type Check, formatCount, toFailedCheck } from './check.ts';
import type { IndexFacts } from './survey-index.ts';

/** After so long without a successful run the page warns, too. */
const STALE_HOURS = 26;

export function judgeIndex({ embedding, cursorProblem, status }: IndexFacts): Check[] {
  return [
    embedding.error === undefined ? judgeLive(status) : toFailedCheck('index', embedding.error),
    cursorProblem === undefined ? judgeCursor(status) : toFailedCheck('cursor', cursorProblem),
    ...judgeFailures(status),
  ];
}

function judgeLive(status: IndexStatus | undefined): Check {
  const name = 'index';
  if (status === undefined) return { name, state: 'ok', message: 'It can be read.' };
  const { live, building, running } = status;
  const work = [building && ' A new one is being built.', running && ` A run is at work (${running.doing}).`];
  const now = work.filter((note) => note !== undefined).join('');
  if (live === undefined)
    return { name, state: 'open', message: `Nothing is indexed yet.${now}`, fix: 'Run paperless-index.' };
  const { documents, passages, recipe } = live;
  const made = recipe.embedding === null ? 'for words only' : `for words and meaning (${recipe.embedding.model})`;
  const size = `${formatCount(documents, 'document')}, ${formatCount(passages, 'passage')}`;
  return { name, state: 'ok', message: `${size}, ${made}.${now}` };
}

function judgeCursor(status: IndexStatus | undefined): Check {
  const name = 'cursor';
  if (status === undefined) return { name, state: 'open', message: 'It says nothing while the index cannot be read.' };
  const { live, age_s: age } = status;
  if (live === undefined) return { name, state: 'open', message: 'No run has been completed yet.' };
  if (live.cursor === undefined && live.documents > 0)
    return { name, state: 'open', message: 'None for this index: the next run compares all documents.' };
  if (age === undefined)
    return { name, state: 'open', message: 'No run has been completed yet.', fix: 'Run paperless-index.' };
  const hours = Math.floor(age / 3_600);
  const passed = hours > 0 ? formatCount(hours, 'hour') : formatCount(Math.floor(age / 60), 'minute');
  const message = `In step with the documents ${passed} ago.`;
  if (hours < STALE_HOURS) return { name, state: 'ok', message };
  return { name, state: 'open', message, fix: 'Run paperless-index and see why it fails, or why its timer does not.' };
}

function judgeFailures(status: IndexStatus | undefined): Check[] {
  if (status === undefined || status.failed === 0) return [];
  const message = `${formatCount(status.failed, 'document')} could not be indexed.`;
  return [{ name: 'failures', state: 'open', message, fix: 'Run paperless-index failures.' }];
}
