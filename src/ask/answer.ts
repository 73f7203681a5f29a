import { isKnownError } from '../errors.ts';
import type { AnswerEvent, Citation, Outcome, Source } from '../model.ts';
import type { AskDeps } from './deps.ts';
import { takeHits } from './hits.ts';
import { toMarkdown } from './markdown.ts';
import { mergeNeighbours } from './merge.ts';
import type { Question } from './question.ts';
import { type Quotation, quoteSources } from './quote.ts';
import { joinReasons } from './reasons.ts';
import { retrieveCandidates } from './retrieve.ts';
import { toSearchText } from './search-text.ts';
import { toSources } from './sources.ts';
import { countPassages, openSpace } from './space.ts';

/**
 * Answers with the sentences that fit best, word for word. Yields `phase` as things begin, one `sources`, the tokens
 * (Markdown: one quotation each, with its [n]), then `done`; or `error` at any point, as the very first event when the
 * question can't be asked (an unknown name in a filter, nothing indexed). On abort the iteration rejects.
 */
export async function* answerQuestion(
  question: Question,
  deps: AskDeps,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<AnswerEvent, void, undefined> {
  try {
    for await (const event of answer(question, deps, options)) {
      options.signal.throwIfAborted();
      yield event;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    yield { type: 'error', error: toErrorBody(error, deps) };
  }
}

async function* answer(
  question: Question,
  deps: AskDeps,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<AnswerEvent, void, undefined> {
  const started = deps.now();
  const space = await openSpace(question, deps, options);
  yield { type: 'phase', name: 'searching' };
  const retrieval = await retrieveCandidates(toSearchText(question), space, deps, options);
  const searched = deps.now();
  yield { type: 'phase', name: 'checking' };
  const checked = await takeHits(
    retrieval.candidates,
    countPassages(space, deps),
    space,
    question.asker,
    deps,
    options,
  );
  const found = deps.now();
  const sources = toSources(mergeNeighbours(checked.hits), space.names, retrieval.terms, deps);
  yield { type: 'sources', sources, proposed: [] };
  yield { type: 'phase', name: 'answering' };
  const quotations = quoteSources(sources, question, retrieval.terms);
  for (const [index, quotation] of quotations.entries()) {
    yield { type: 'token', text: `${index === 0 ? '' : '\n\n'}${toMarkdown(quotation)}` };
  }
  const outcome = toOutcome(quotations.length, space.isFiltered);
  const degraded = joinReasons(retrieval.degraded, checked.degraded);
  const answered = deps.now();
  const timings = {
    search_ms: toMs(searched - started),
    check_ms: toMs(found - searched),
    answer_ms: toMs(answered - found),
    total_ms: toMs(answered - started),
  };
  deps.log.info(
    { outcome, sources: sources.length, quotations: quotations.length, mode: retrieval.mode, ...timings },
    'answered',
  );
  yield {
    type: 'done',
    outcome,
    citations: toCitations(quotations, sources),
    ...(outcome !== 'extractive' && sources.length > 0 && { near: sources }),
    model: null,
    timings,
    ...(degraded !== undefined && { degraded }),
  };
}

/** One citation per source used. A quotation is checked by being part of its source. */
function toCitations(quotations: readonly Quotation[], sources: readonly Source[]): Citation[] {
  return sources
    .filter(({ n }) => quotations.some((quotation) => quotation.n === n))
    .map(({ n, passage, text }) => {
      const quoted = quotations.filter((quotation) => quotation.n === n);
      return { n, passage, checked: quoted.every((quotation) => text.includes(quotation.text)) };
    });
}

function toMs(duration: number): number {
  return Math.round(duration * 10) / 10;
}

function toOutcome(quotations: number, isFiltered: boolean): Outcome {
  if (quotations > 0) return 'extractive';
  return isFiltered ? 'nothing_in_scope' : 'not_found';
}

/** The error as people may read it: what is known by its own words, a bug only by its name. */
function toErrorBody(error: unknown, deps: Pick<AskDeps, 'log'>): { code: string; message: string } {
  if (isKnownError(error)) {
    deps.log.debug({ code: error.code }, 'the question could not be answered');
    return { code: error.code, message: error.message };
  }
  deps.log.error({ error }, 'answering failed');
  return { code: 'internal', message: 'internal error' };
}
