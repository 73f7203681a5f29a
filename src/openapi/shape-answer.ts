/** Of one text, and of all texts of one answer together. */
const MAX_CONTENT = 2_000;
const MAX_CONTENT_IN_ALL = 20_000;

/** Never shown, not even masked. */
const REMOVED = ['auth_token'];

export interface Shape {
  /** Of the list that was asked for. */
  readonly page: number;
  /** Document text as it is. */
  readonly isContentWhole: boolean;
}

/**
 * A JSON answer of Paperless as a model needs it: lists without `all` (every id of the library) and without addresses of other
 * pages, which behind a proxy name another host; document text cut; no token.
 */
export function shapeAnswer(answer: unknown, shape: Shape): unknown {
  const maxContent = shape.isContentWhole
    ? Number.POSITIVE_INFINITY
    : Math.min(MAX_CONTENT, Math.max(100, Math.floor(MAX_CONTENT_IN_ALL / Math.max(1, countContents(answer)))));
  return shapeValue(toPage(answer, shape.page), maxContent);
}

function toPage(answer: unknown, page: number): unknown {
  if (!isObject(answer) || !Array.isArray(answer.results) || !('count' in answer)) return answer;
  const { all: _, next, previous: __, results, ...rest } = answer;
  return { ...rest, page, ...(next !== null && next !== undefined && { next_page: page + 1 }), results };
}

function shapeValue(value: unknown, maxContent: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shapeValue(one, maxContent));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (REMOVED.includes(key)) return [];
      if (key === 'content' && typeof one === 'string') return [[key, cut(one, maxContent)]];
      return [[key, shapeValue(one, maxContent)]];
    }),
  );
}

function cut(content: string, max: number): string {
  if (content.length <= max) return content;
  return `${content.slice(0, max).toWellFormed()}… [cut: ${content.length} characters in all; ask with fields: ["content"]]`;
}

function countContents(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countContents(one), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, one]) => sum + (key === 'content' && typeof one === 'string' ? 1 : countContents(one)),
    0,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
