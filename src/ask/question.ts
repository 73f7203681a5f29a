import { z } from 'zod';
import { UsageError } from '../errors.ts';
import type { FilterRequest } from '../model.ts';
import type { Asker } from '../ports.ts';
import { isCalendarDate } from '../text/calendar-date.ts';

/** An earlier question of the same conversation and what was answered. Lists of turns are oldest first. */
export interface Turn {
  readonly q: string;
  readonly answer: string;
}

/** What stands before a quotation and behind it. */
export type QuotationMarks = readonly [open: string, close: string];

/** What somebody asks: the words, the filters they chose, and who they are (never taken from a request body). */
export interface Question {
  readonly q: string;
  readonly filters?: FilterRequest;
  readonly history?: readonly Turn[];
  /** Those of the language that is answered in. Default: English. */
  readonly quotationMarks?: QuotationMarks;
  readonly asker: Asker;
}

/** Longest question, in UTF-16 code units. */
export const MAX_QUESTION_CHARS = 2_000;

/** Most passages one request may ask for. */
export const MAX_PASSAGES = 50;

const questionText = z
  .string('must be a text')
  // Half a surrogate pair has no UTF-8 form: it would fail later, in the store or in a request to a model.
  .transform((text) => text.toWellFormed().trim())
  .refine((text) => text !== '', 'must not be empty')
  .refine(
    (text) => text.length <= MAX_QUESTION_CHARS,
    `must not be longer than ${MAX_QUESTION_CHARS.toLocaleString('en')} characters`,
  );

/** Longest name in a filter; Paperless allows 128 characters. Looking for near names takes time. */
const MAX_NAME_CHARS = 200;
const MAX_TAGS = 50;
const MAX_TURNS = 50;
/** Of a request with a thousand mistakes, the first few say enough. */
const MAX_ISSUES = 5;

const name = z
  .string('must be a name')
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine((text) => text.length <= MAX_NAME_CHARS, `must not be longer than ${MAX_NAME_CHARS} characters`);

const date = z.string('must be a date like 2024-02-29').refine(isCalendarDate, 'must be a date like 2024-02-29');

const filters = closedObject({
  correspondent: name.exactOptional(),
  document_type: name.exactOptional(),
  tags: z.array(name, 'must be a list of names').max(MAX_TAGS, `must not hold more than ${MAX_TAGS}`).exactOptional(),
  created_from: date.exactOptional(),
  created_to: date.exactOptional(),
}).refine(({ created_from: from, created_to: to }) => from === undefined || to === undefined || from <= to, {
  message: 'must not be after created_to',
  path: ['created_from'],
});

const turn = closedObject({ q: questionText, answer: z.string('must be a text') });

const askBody = closedObject({
  q: questionText,
  filters: filters.exactOptional(),
  history: z.array(turn, 'must be a list').max(MAX_TURNS, `must not hold more than ${MAX_TURNS}`).exactOptional(),
});

const limitProblem = `must be a whole number from 1 to ${MAX_PASSAGES}`;

const passagesBody = closedObject({
  q: questionText,
  filters: filters.exactOptional(),
  limit: z.int(limitProblem).min(1, limitProblem).max(MAX_PASSAGES, limitProblem).exactOptional(),
});

/** Parses `{"q", "filters"?, "history"?}`. Throws `UsageError` whose `field` is the path of what is wrong. */
export function parseQuestion(body: unknown): Omit<Question, 'asker'> {
  return parse(askBody, body);
}

/** Parses `{"q", "filters"?, "limit"?}`. Throws `UsageError` whose `field` is the path of what is wrong. */
export function parsePassagesRequest(body: unknown): Omit<Question, 'asker' | 'history'> & { readonly limit?: number } {
  return parse(passagesBody, body);
}

/** An object without other keys: a filter that is spelt wrong must be an error, never a search without it. */
function closedObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not known; known keys are ${Object.keys(shape).join(', ')}`
        : 'must be an object',
  });
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_ISSUES);
  const message = issues.map((issue) => `${toField(issue) || 'the request'} ${issue.message}`).join('; ');
  const field = issues[0] === undefined ? '' : toField(issues[0]);
  throw new UsageError(message, field === '' ? {} : { field });
}

function toField(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].join('.');
}
