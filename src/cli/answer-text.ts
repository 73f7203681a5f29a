import type { AnswerEvent, Outcome, Source } from '../model.ts';
import { cleanLine, toTerminalText } from './clean-text.ts';
import type { Output } from './output.ts';

/** Above the answer. Quotations are never called an answer. */
const TITLES = {
  answered: undefined,
  extractive: 'Quotations that match best; whether they answer the question is for you to judge',
  not_found: 'Not in the documents searched: no passage was found that answers this.',
  nothing_in_scope: 'Nothing within these filters. Ask without them to search everywhere.',
} as const satisfies Readonly<Record<Outcome, string | undefined>>;

/**
 * Writes an answer as it comes and its sources below. `hasModel` is false when it can only be quotations, which is then
 * said first. Throws what answering throws.
 */
export async function writeAnswer(
  output: Output,
  events: AsyncIterable<AnswerEvent>,
  hasModel: boolean,
): Promise<void> {
  let sources: readonly Source[] = [];
  let isTitled = false;
  const write = createMarkdownWriter(output);
  for await (const event of events) {
    if (event.type === 'sources') sources = event.sources;
    if (event.type === 'token') {
      if (!hasModel && !isTitled) output.line(`${output.style('bold', TITLES.extractive)}\n`);
      isTitled = true;
      write(event.text);
    }
    if (event.type === 'done') writeEnd(output, event, sources, hasModel || !isTitled);
  }
}

/** Markdown is readable as it is, apart from its backslashes; a token may end between one and what it escapes. */
function createMarkdownWriter(output: Output): (text: string) => void {
  let held = '';
  return (text) => {
    const whole = held + text;
    held = whole.endsWith('\\') ? '\\' : '';
    const clean = toTerminalText(whole.slice(0, whole.length - held.length)).replace(/\\([!-/:-@[-`{-~])/g, '$1');
    output.write(clean.replace(/\[\d{1,3}\]/g, (marker) => output.style('cyan', marker)));
  };
}

function writeEnd(
  output: Output,
  { outcome, citations, near = [], missing_words: missing = [], degraded }: Extract<AnswerEvent, { type: 'done' }>,
  sources: readonly Source[],
  needsTitle: boolean,
): void {
  const title = needsTitle ? TITLES[outcome] : undefined;
  const used = sources.filter(({ n }) => citations.some((citation) => citation.n === n));
  if (citations.length > 0) output.line();
  if (title !== undefined) output.line(`${citations.length > 0 ? '\n' : ''}${output.style('bold', title)}`);
  const lacks = missing.length === 0 ? undefined : `None of the quotations contains: ${missing.join(', ')}`;
  for (const warning of [lacks, degraded].filter((text) => text !== undefined))
    output.line(`\n${output.style('yellow', cleanLine(warning))}`);
  writeSources(output, 'Sources', used);
  writeSources(output, 'Nearest passages', near);
  for (const { n, checked } of citations)
    if (!checked) output.line(output.style('yellow', `[${n}]: something that is cited with it was not found in it`));
}

function writeSources(output: Output, title: string, sources: readonly Source[]): void {
  if (sources.length === 0) return;
  output.line(`\n${output.style('bold', title)}`);
  for (const { n, title: name, correspondent, created, url, document_id: id } of sources) {
    const place = url === null ? `document ${id}` : null;
    const about = [name, correspondent, created, place].filter((part) => part !== null).map(cleanLine);
    output.line(`${output.style('cyan', `[${n}]`)} ${about.join(' · ')}`);
    if (url !== null) output.line(output.style('dim', `    ${cleanLine(url)}`));
  }
}
