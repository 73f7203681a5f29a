import type { GenerationStatus, IndexStatus } from '../sync/read-status.ts';
import { cleanLine } from './clean-text.ts';
import type { Output } from './output.ts';
import { formatDuration } from './progress.ts';
import { toRefusal } from './run-text.ts';

const MODES = ['tick', 'reconcile', 'full'] as const;

/** The status as aligned lines. */
export function writeStatus(output: Output, status: IndexStatus): void {
  const { live, building, running, runs } = status;
  const row = (name: string, value: string) => output.line(`${output.style('dim', name.padEnd(12))} ${value}`);
  if (live === undefined) row('index', 'nothing indexed yet: run paperless-index');
  else {
    row('index', `${live.documents} documents, ${live.passages} passages${toSize(live.bytes)}`);
    row('generation', `${live.generation}, begun ${toTime(live.started_at)}`);
    row('made with', toRecipe(live));
    row('cursor', live.cursor === undefined ? 'at the beginning' : toTime(live.cursor));
  }
  if (building !== undefined) {
    const reached = building.cursor === undefined ? '' : `, up to ${toTime(building.cursor)}`;
    row('building', `${building.generation}${reached} (${toRecipe(building)})`);
  }
  if (status.age_s !== undefined) {
    row('in step', `${formatDuration(status.age_s)} ago (${toTime(status.last_success_at ?? '')})`);
  }
  const failed = `${status.failed}${status.set_aside > 0 ? `, ${status.set_aside} of them set aside` : ''}`;
  row('failed', status.failed === 0 ? 'none' : output.style('yellow', `${failed}: see paperless-index failures`));
  if (status.excluded > 0) row('excluded', `${status.excluded} by their tags`);
  for (const [mode, run] of Object.entries(runs)) {
    if (run === undefined) continue;
    const error = run.error === undefined ? '' : ` (${cleanLine(run.error)})`;
    row(
      `last ${mode}`,
      `${toTime(run.finished_at)}, ${run.outcome}${error}, ${formatDuration(run.summary.duration_ms / 1_000)}`,
    );
  }
  if (running !== undefined)
    row('at work', `${running.doing}, process ${running.pid}, since ${toTime(running.started_at)}`);
  writeRefusal(output, runs);
}

/** What the last run refused to remove; a later one without such a refusal has settled it. */
function writeRefusal(output: Output, runs: IndexStatus['runs']): void {
  const last = MODES.map((mode) => ({ mode, run: runs[mode] }))
    .filter(({ run }) => run !== undefined && ['ok', 'partial'].includes(run.outcome))
    .sort((a, b) => ((a.run?.finished_at ?? '') < (b.run?.finished_at ?? '') ? 1 : -1))[0];
  if (last?.run?.refused !== undefined) output.line(output.style('yellow', toRefusal(last.run.refused, last.mode)));
}

function toRecipe({ recipe }: GenerationStatus): string {
  const { embedding } = recipe;
  const versions = `chunker ${recipe.chunker}, analyzer ${recipe.analyzer}`;
  if (embedding === null) return `words only (${versions})`;
  return `${cleanLine(embedding.model)}, ${embedding.dimensions} dimensions, and words (${versions})`;
}

function toSize(bytes: number | undefined): string {
  return bytes === undefined ? '' : `, ${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `2026-11-30 11:19:01 UTC`: the same in every time zone as in the files and logs. */
function toTime(instant: string): string {
  return instant === '' ? 'unknown' : `${instant.slice(0, 19).replace('T', ' ')} UTC`;
}
