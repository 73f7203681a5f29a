import type { AnswerEvent, Source } from '../model.ts';
import { createCalibration } from './chat/calibration.ts';
import { generateReply } from './chat/generate.ts';
import { rewriteQuestion } from './chat/rewrite.ts';
import type { AskDeps } from './deps.ts';
import { proposeFilters } from './propose.ts';
import type { Question } from './question.ts';
import { extractReply } from './quotation/extract.ts';
import { asksForValue } from './quotation/value-kinds.ts';
import { joinReasons } from './reasons.ts';
import type { Reply } from './reply.ts';
import { checkHits } from './retrieval/check-hits.ts';
import { listCandidates } from './retrieval/list-candidates.ts';
import { mergeNeighbours } from './retrieval/merge.ts';
import type { Candidate } from './retrieval/rank.ts';
import { retrieveCandidates } from './retrieval/retrieve.ts';
import { toSearchText } from './retrieval/search-text.ts';
import { settleCandidates } from './retrieval/settle-candidates.ts';
import { chooseTopK, openSpace, readCarriedNames } from './space.ts';
import type { QuestionTerms } from './terms.ts';
import { toSources } from './to-sources.ts';

/** A filter that leaves no more documents than these has all but named the one that is meant. */
const FEW_DOCUMENTS = 8;

interface Options {
  readonly signal: AbortSignal;
}

/**
 * Answers by the chat model, or, where there is none or it can't be had, with the sentences that fit best, word for word.
 * Yields `phase` as things begin, one `sources`, the tokens (Markdown with markers [n]), then `done`. Throws at any point:
 * before the first part when the question can't be asked (`UsageError` for an unknown name in a filter,
 * `UnavailableError` when nothing is indexed), an `AbortError` on abort.
 */
export async function* answerQuestion(
  question: Question,
  deps: AskDeps,
  options: Options,
): AsyncGenerator<AnswerEvent, void, undefined> {
  try {
    for await (const event of answer(question, deps, options)) {
      options.signal.throwIfAborted();
      yield event;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw error;
  }
}

async function* answer(
  question: Question,
  deps: AskDeps,
  options: Options,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const started = deps.now();
  const space = await openSpace(question, deps, options);
  const standalone = yield* rewriteFollowUp(question, deps, options);
  const asked = standalone === undefined ? question : { q: standalone };
  const rewritten = standalone === undefined ? started : deps.now();
  yield { type: 'phase', name: 'searching' };
  const searchText = toSearchText(asked);
  const [retrieval, names, proposed] = await Promise.all([
    retrieveCandidates(searchText, space, deps, options),
    space.readNames(),
    // Worked out while the threads search.
    readCarriedNames('correspondent', space, options).then((carried) =>
      proposeFilters(searchText, question.filters ?? {}, carried, deps.today?.()),
    ),
  ]);
  const searched = deps.now();
  yield { type: 'phase', name: 'checking' };
  const check = (candidates: readonly Candidate[]) =>
    checkHits(candidates, chooseTopK(space, deps), space, question.asker, deps, options);
  const fitting = await check(await settleCandidates(retrieval, deps.today?.(), space, options));
  const isNarrow = fitting.documents <= FEW_DOCUMENTS;
  const isMissing = fitting.hits.length === 0 && isNarrow && asksForValue(searchText);
  const checked = isMissing ? await check(await listCandidates(space, options)) : fitting;
  const found = deps.now();
  const sources = toSources(mergeNeighbours(checked.hits), names, retrieval.terms, deps);
  yield { type: 'sources', sources, proposed };
  yield { type: 'phase', name: 'answering' };
  const reply = yield* writeReply({ question, standalone, sources, terms: retrieval.terms, isNarrow }, deps, options);
  const degraded = joinReasons(retrieval.degraded, checked.degraded, reply.degraded);
  // With a filter it is only known that there is nothing within it.
  const isNothing = reply.outcome === 'not_found' && space.isFiltered && sources.length === 0;
  const outcome = isNothing ? 'nothing_in_scope' : reply.outcome;
  const isMissed = outcome === 'not_found' || outcome === 'nothing_in_scope';
  const answered = deps.now();
  const timings = {
    ...(standalone !== undefined && { rewrite_ms: toMs(rewritten - started) }),
    search_ms: toMs(searched - rewritten),
    check_ms: toMs(found - searched),
    ...(reply.firstTokenMs !== undefined && { first_token_ms: toMs(reply.firstTokenMs) }),
    answer_ms: toMs(answered - found),
    total_ms: toMs(answered - started),
  };
  const { citations, model, missing = [] } = reply;
  deps.log.info(
    { outcome, sources: sources.length, cited: citations.length, mode: retrieval.mode, model, ...timings },
    'answered',
  );
  yield {
    type: 'done',
    outcome,
    citations,
    ...(isMissed && sources.length > 0 && { near: sources }),
    model,
    ...(missing.length > 0 && { missing_words: missing }),
    timings,
    ...(degraded !== undefined && { degraded }),
  };
}

/** Asks the model only when there is something that a question can refer to. */
async function* rewriteFollowUp(
  { q, history = [] }: Question,
  { chatModel, calibration = createCalibration(), log }: AskDeps,
  options: Options,
): AsyncGenerator<AnswerEvent, string | undefined, undefined> {
  if (chatModel === undefined || history.length === 0) return undefined;
  yield { type: 'phase', name: 'rewriting' };
  return rewriteQuestion(q, history, chatModel, calibration, { log }, options);
}

async function* writeReply(
  given: {
    readonly question: Question;
    readonly standalone: string | undefined;
    readonly sources: readonly Source[];
    readonly terms: QuestionTerms;
    readonly isNarrow: boolean;
  },
  deps: AskDeps,
  options: Options,
): AsyncGenerator<AnswerEvent, Reply, undefined> {
  const { question, standalone, sources, terms, isNarrow } = given;
  const asked = standalone === undefined ? question : { q: standalone };
  const quote = () => extractReply(asked, sources, terms, isNarrow, question.quotationMarks);
  // Without sources there is nothing that a model could say.
  if (deps.chatModel === undefined || sources.length === 0) return yield* quote();
  const { q, history } = question;
  const generated = yield* generateReply(
    { q, ...(history && { history }), ...(standalone !== undefined && { standalone }) },
    sources,
    deps.chatModel,
    deps,
    options,
  );
  if ('outcome' in generated) return generated;
  return { ...(yield* quote()), degraded: generated.degraded };
}

function toMs(duration: number): number {
  return Math.round(duration * 10) / 10;
}
