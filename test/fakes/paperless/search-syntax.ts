import type { IndexEntry } from './search-index.ts';

/** What one hit is worth; undefined = no hit. */
export type Score = (entry: IndexEntry) => number | undefined;

export class SyntaxFault extends Error {}

/** A bad date inside a query: the one fault Paperless explains. */
export class DateFault extends Error {}

const FIELDS: Readonly<Record<string, (entry: IndexEntry) => string>> = {
  title: ({ title }) => title,
  content: ({ content }) => content,
  correspondent: ({ correspondent }) => correspondent,
  type: ({ type }) => type,
  document_type: ({ type }) => type,
  tag: ({ tag }) => tag,
  'notes.note': ({ notes }) => notes,
  'custom_fields.value': ({ values }) => values,
};

/** Where words without a field are looked for. Notes and custom fields are not among them. */
const BARE = [FIELDS.title, FIELDS.content, FIELDS.correspondent, FIELDS.type, FIELDS.tag];

/**
 * A part of the query language: words (OR-ed), AND, OR, NOT after something, "phrases", prefix*, *, field:word,
 * id:7, id:[1 TO 9], asn:5, created:[a TO b]. Throws `SyntaxFault` where the real one answers 400.
 */
export function parseQuery(query: string): Score {
  const parts = query.match(/[^\s"]*\[[^\]]*\]?|[^\s"]*"(?:\\.|[^"\\])*"?|\S+/g) ?? [];
  let isAnd = false;
  let isNot = false;
  const groups: { score: Score; isNot: boolean }[][] = [];
  for (const [index, part] of parts.entries()) {
    const isOperator = ['AND', 'OR', 'NOT'].includes(part);
    if (isOperator && (index === 0 || index === parts.length - 1)) throw new SyntaxFault();
    if (part === 'AND') isAnd = true;
    else if (part === 'NOT') isNot = true;
    else if (part !== 'OR') {
      const negated = isNot || /^-./.test(part);
      if (negated && parts.length === 1) throw new SyntaxFault();
      const clause = { score: parseClause(negated ? part.replace(/^-/, '') : part), isNot: negated };
      const group = groups.at(-1);
      if ((isAnd || negated) && group !== undefined) group.push(clause);
      else groups.push([clause]);
      isAnd = false;
      isNot = false;
    }
  }
  return (entry) => {
    const scores = groups.flatMap((group) => {
      const found = group.map((clause) => ({ ...clause, value: clause.score(entry) }));
      if (found.some(({ isNot, value }) => isNot !== (value === undefined))) return [];
      return found.reduce((sum, { value }) => sum + (value ?? 0), 0);
    });
    return scores.length === 0 ? undefined : scores.reduce((a, b) => a + b, 0);
  };
}

function parseClause(part: string): Score {
  if (part === '*') return () => 1;
  const [, field, rest = ''] = /^([a-z_.]+):(.+)$/.exec(part) ?? [];
  if (field === undefined) return matchText(BARE, part);
  if (field === 'id' || field === 'asn') return matchNumber(field, rest);
  if (field === 'created' || field === 'added') return matchDate(rest);
  const textOf = FIELDS[field];
  if (textOf === undefined || rest === '*') throw new SyntaxFault();
  return matchText([textOf], rest);
}

function matchNumber(field: 'id' | 'asn', text: string): Score {
  const [, from = text, to = text] = /^\[(\d+) TO (\d+)\]$/.exec(text) ?? [];
  if (!/^\d+$/.test(from) || !/^\d+$/.test(to)) throw new SyntaxFault();
  return (entry) => {
    const value = entry[field];
    return value !== undefined && value >= Number(from) && value <= Number(to) ? 1 : undefined;
  };
}

function matchDate(text: string): Score {
  const [, from, to] = /^\[(\S+) TO (\S+)\]$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    if (text.startsWith('[')) throw new SyntaxFault();
    if (['today', 'yesterday'].includes(text)) return () => 1;
    throw new DateFault(text);
  }
  const [start, end] = [from, to].map(toDate);
  return ({ created }) => (created >= (start ?? '') && created <= (end ?? '') ? 1 : undefined);
}

function toDate(text: string): string {
  const date = text.replace(/^(\d{4})-?(\d\d)-?(\d\d)$/, '$1-$2-$3');
  if (Number.isNaN(Date.parse(date))) throw new DateFault(text);
  return date;
}

function matchText(textsOf: readonly (((entry: IndexEntry) => string) | undefined)[], part: string): Score {
  const phrase = readPhrase(part);
  const isPrefix = phrase === undefined && part.endsWith('*');
  if (phrase === undefined && /['":[\]^`{}()<>\\/]/.test(part.replace(/(?<=\w)\/(?=\w)/g, ''))) throw new SyntaxFault();
  const wanted = toWords(phrase ?? part.replace(/\*$/, ''));
  if (wanted.length === 0) return () => undefined;
  return (entry) => {
    const hits = textsOf.reduce((sum, textOf) => sum + countRuns(toWords(textOf?.(entry) ?? ''), wanted, isPrefix), 0);
    return hits === 0 ? undefined : hits;
  };
}

/** The text between double quotes, undefined when there are none. */
function readPhrase(part: string): string | undefined {
  if (!part.startsWith('"')) return undefined;
  if (!/^"(?:\\.|[^"\\])*"$/.test(part)) throw new SyntaxFault();
  return part.slice(1, -1).replace(/\\(.)/g, '$1');
}

/** How often the words of `wanted` stand in `words` one after the other. */
export function countRuns(words: readonly string[], wanted: readonly string[], isPrefix: boolean): number {
  const matches = (word: string | undefined, index: number) =>
    isPrefix && index === wanted.length - 1 ? word?.startsWith(wanted[index] ?? '') : word === wanted[index];
  return words.filter((_, start) => wanted.every((_, index) => matches(words[start + index], index))).length;
}

/** Folded words. The real index stems them as well; here only the commonest plurals fall together. */
export function toWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{4})(?:en|s)$/u, ''));
}

export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
