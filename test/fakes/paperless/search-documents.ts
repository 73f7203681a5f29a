import { mayView } from './access.ts';
import { crash, type FakeContext, json, plain } from './answer.ts';
import type { FakeDocument } from './objects.ts';
import type { IndexEntry } from './search-index.ts';
import { countRuns, DateFault, fold, parseQuery, type Score, SyntaxFault, toWords } from './search-syntax.ts';

const MODES = ['text', 'title_search', 'query', 'more_like_id'] as const;

/** A hit: the document with what the index says of it. */
export interface Hit {
  readonly id: number;
  readonly document: FakeDocument;
  readonly score: number;
}

/** True when the request uses the full-text index. */
export function isSearch(context: FakeContext): boolean {
  return MODES.some((mode) => context.req.query(mode) !== undefined);
}

/**
 * The documents among `documents` (visible ones, filtered by the database) that the index finds, best first; or the
 * answer that says why not.
 */
export function searchDocuments(context: FakeContext, documents: readonly FakeDocument[]): readonly Hit[] | Response {
  const { index } = context.get('fake').library;
  const [mode, second] = MODES.filter((name) => context.req.query(name) !== undefined);
  if (mode === undefined || second !== undefined)
    return json(context, { detail: 'Specify only one of text, title_search, query, or more_like_id.' }, 400);
  const score = mode === 'more_like_id' ? moreLike(context) : toScore(context, mode);
  if (score instanceof Response) return score;
  // Also for a valid query: a broken index and bad syntax look the same.
  if (index.state === 'broken') return plain(context, FAULT, 400);
  if (index.state === 'panicking') return crash();
  const byId = new Map(documents.map((document) => [document.id, document]));
  const hits: Hit[] = [];
  for (const entry of index.entries()) {
    const document = byId.get(entry.id);
    const value = document === undefined ? undefined : score(entry);
    if (document !== undefined && value !== undefined) hits.push({ id: entry.id, document, score: value });
  }
  return hits.sort((a, b) => b.score - a.score || a.id - b.id);
}

const FAULT = 'Error listing search results, check logs for more detail.';

function toScore(context: FakeContext, mode: 'text' | 'title_search' | 'query'): Score | Response {
  const text = (context.req.query(mode) ?? '').trim();
  if (text === '') return () => undefined;
  if (mode === 'text') return matchInfix(text, ({ title, content }) => `${title}\n${content}`);
  if (mode === 'title_search') return matchInfix(text, ({ title }) => title);
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof SyntaxFault) return plain(context, FAULT, 400);
    if (!(error instanceof DateFault)) throw error;
    return json(context, { query: [`Invalid date value '${error.message}' for field 'created'.`] }, 400);
  }
}

/** The first word may begin in the middle of a word, the others must follow it directly. */
function matchInfix(text: string, textOf: (entry: IndexEntry) => string): Score {
  const wanted = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return (entry) => {
    const words = fold(textOf(entry)).match(/[\p{L}\p{N}]+/gu) ?? [];
    const matches = (start: number) =>
      wanted.every((part, index) => (index === 0 ? words[start]?.includes(part) : words[start + index] === part));
    const hits = words.filter((_, start) => matches(start)).length;
    return hits === 0 || wanted.length === 0 ? undefined : hits;
  };
}

function moreLike(context: FakeContext): Score | Response {
  const { documents } = context.get('fake').library;
  const like = documents.get(Number(context.req.query('more_like_id')));
  if (like === undefined || like.deleted_at !== null) return plain(context, 'Invalid more_like_id', 403);
  if (!mayView(context.get('user'), like)) return plain(context, 'Insufficient permissions.', 403);
  const wanted = toWords(like.content).filter((word) => word.length > 5);
  return ({ id, content }) => {
    const words = toWords(content);
    return id !== like.id && wanted.some((word) => countRuns(words, [word], false) > 0) ? 0 : undefined;
  };
}

/** What Paperless adds to each hit, whatever `fields` says. */
export function toSearchHit({ document, score }: Hit, index: number): object {
  const text = document.content.slice(0, 60).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return { score, highlights: text === '' ? '' : `<b>${text}</b>`, note_highlights: null, rank: index + 1 };
}
