import { type Check, formatBytes, toFailedCheck } from './check.ts';
import type { StateFacts } from './survey-state.ts';

/** Less than this is gone before anybody looks. */
const LEAST_BYTES = 50_000_000;

/** `indexBytes`: what the live index takes; undefined when it isn't on this disk, or there is none yet. */
export function judgeState(
  { folder, exists, problem, freeBytes }: StateFacts,
  indexBytes: number | undefined,
): Check[] {
  if (problem !== undefined) return [toFailedCheck('state_folder', problem)];
  const message = exists ? `${folder} can be written.` : `${folder} will be created by the first run.`;
  return [{ name: 'state_folder', state: 'ok', message }, ...judgeSpace(freeBytes, indexBytes)];
}

function judgeSpace(freeBytes: number | undefined, indexBytes = 0): Check[] {
  const name = 'disk_space';
  if (freeBytes === undefined) return [];
  const free = `${formatBytes(freeBytes)} free.`;
  if (freeBytes < LEAST_BYTES) return [{ name, state: 'failed', message: `Only ${free}`, fix: 'Free some space.' }];
  const neededBytes = indexBytes * 1.2;
  if (freeBytes >= neededBytes) return [{ name, state: 'ok', message: free }];
  return [
    {
      name,
      state: 'open',
      message: `${free} A second index beside the live one needs about ${formatBytes(neededBytes)}.`,
      fix: 'Free some space before the next change of the embedding model or of this program.',
    },
  ];
}
