import type { FoundPassages } from '../ask/passages.ts';
import type { Source } from '../model.ts';
import { parsePassageId } from '../text/passage-id.ts';
import { cleanLine } from './clean-text.ts';
import type { Output } from './output.ts';

const PREVIEW_CHARS = 240;
const TITLE_CHARS = 120;

/** The debugging view of a search: rank in every leg, title, and the beginning of the passage. */
export function writeHits(output: Output, { hits, mode, degraded }: FoundPassages): void {
  if (degraded !== undefined) output.line(output.style('yellow', cleanLine(degraded)));
  for (const hit of hits) {
    const legs = Object.entries(hit.legs).map(([leg, rank]) => `${leg} ${rank}`);
    const about = [hit.correspondent, hit.created].filter((part) => part !== null).map(toTitle);
    output.line(
      `${output.style('bold', `${hit.n}. ${toTitle(hit.title)}`)}${about.map((part) => ` · ${part}`).join('')}`,
    );
    output.line(output.style('dim', `   passage ${hit.passage}, score ${hit.score.toFixed(4)}: ${legs.join(', ')}`));
    output.line(`   ${toPreview(hit.text)}`);
  }
  const count = hits.length === 1 ? '1 passage' : `${hits.length} passages`;
  output.line(output.style('dim', hits.length === 0 ? `Nothing found (${mode}).` : `${count} (${mode})`));
}

/** The same for programs. */
export function toHitsJson({ hits, mode, degraded }: FoundPassages): object {
  return { hits: hits.map(toHitJson), mode, ...(degraded !== undefined && { degraded }) };
}

function toHitJson({ document_id, passage, title, score, legs, text }: Source): object {
  const position = parsePassageId(passage)?.position;
  return { document_id, position, title, score, legs, text };
}

function toPreview(text: string): string {
  const line = cleanLine(text);
  if (line === '') return '(no text: found by its title or metadata)';
  return cut(line, PREVIEW_CHARS);
}

function toTitle(text: string): string {
  return cut(cleanLine(text), TITLE_CHARS);
}

function cut(line: string, chars: number): string {
  return line.length > chars ? `${line.slice(0, chars).toWellFormed()}…` : line;
}
