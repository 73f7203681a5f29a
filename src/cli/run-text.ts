import type { SyncResult } from '../sync/sync-deps.ts';
import { cleanLine } from './clean-text.ts';
import type { Output } from './output.ts';
import { formatDuration } from './progress.ts';

/** One sentence about a run, and one for everything somebody should do something about. */
export function writeRun(output: Output, result: SyncResult): void {
  const { seen, unchanged, embedded, metadata_only: metadata, removed, failed, passages } = result;
  const would = result.dry_run ? 'would be ' : '';
  const parts = [
    embedded > 0 && `${embedded} ${would}indexed (${passages === 1 ? '1 passage' : `${passages} passages`})`,
    metadata > 0 && `${metadata} with new metadata`,
    removed > 0 && `${removed} ${would}removed`,
    failed > 0 && output.style('yellow', `${failed} failed`),
    unchanged > 0 && `${unchanged} unchanged`,
  ].filter((part) => part !== false);
  const outcome = parts.length === 0 ? 'nothing to do' : parts.join(', ');
  const time = formatDuration(result.duration_ms / 1_000);
  output.line(`${countDocuments(seen)} looked at: ${outcome}. ${time}.`);
  if (result.published) output.line(`The new index ${result.generation} is live: paperless-ask answers from it.`);
  if (result.building !== undefined)
    output.line(`The index ${result.building} is not complete yet; the next run goes on with it.`);
  if (failed > 0) output.line(`See: paperless-index failures`);
  for (const tag of result.unknown_tags ?? [])
    output.line(
      output.style(
        'yellow',
        `There is no tag "${cleanLine(tag)}", so RAG_EXCLUDE_TAGS keeps nothing out by it. Check its spelling.`,
      ),
    );
  if (result.refused !== undefined) output.line(output.style('yellow', toRefusal(result.refused, result.mode)));
}

/** Why removals were not made, and what to do. */
export function toRefusal(
  { reason, removals, documents }: NonNullable<SyncResult['refused']>,
  mode: SyncResult['mode'],
) {
  if (reason === 'incomplete') {
    return `Nothing was removed: the source's list of documents and its count differ, so the list may be a part of the truth. Try again later.`;
  }
  return `${removals} of ${documents} documents in the index are gone from the source. That is so many that nothing was removed. If they are really gone: paperless-index --${mode === 'full' ? 'full' : 'reconcile'} --allow-mass-removal`;
}

function countDocuments(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}
