import { UsageError } from '../errors.ts';

/** The parameters of one search; exactly one of Paperless' search modes. */
export type SearchParameters = { readonly query: string } | { readonly text: string };

export interface SearchQuery {
  readonly first: SearchParameters;
  /** Less strict, for when the first finds nothing. */
  readonly fallback?: SearchParameters;
}

export type Match = 'words' | 'substring' | 'syntax';

/**
 * What people type, as Paperless takes it. `words`: each word (or "phrase") quoted, since bare punctuation, `NOT` or a
 * colon would be an error; all of them have to occur, else any. Throws `UsageError` when there is nothing to look for.
 */
export function toSearchQuery(text: string, match: Match): SearchQuery {
  if (match === 'syntax') return { first: { query: text } };
  if (match === 'substring') return { first: { text } };
  const terms = [...text.matchAll(/"([^"]+)"|(\S+)/g)]
    .map(([, phrase, word = '']) => (phrase ?? word).trim())
    .filter((term) => /[\p{L}\p{N}]/u.test(term));
  if (terms.length === 0)
    throw new UsageError('query holds no letter and no digit: give words to look for.', { field: 'query' });
  const quoted = terms.map((term) => `"${term.replace(/[\\"]/g, '\\$&')}"`);
  return {
    first: { query: quoted.join(' AND ') },
    ...(quoted.length > 1 && { fallback: { query: quoted.join(' OR ') } }),
  };
}

/** A hint for those who write operators where words are expected; undefined where there are none. */
export function findOperatorNote(text: string): string | undefined {
  return /(?:^|\s)(?:AND|OR|NOT|-\w+|[a-z_.]+:\S+)(?=\s|$)/.test(text)
    ? 'Operators and fields were searched as words; match: "syntax" takes them as they are meant.'
    : undefined;
}
