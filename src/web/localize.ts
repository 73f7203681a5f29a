import { REASONS } from '../ask/reasons.ts';
import type { ErrorBody } from './error-answer.ts';
import { fill } from './public/words.js';
import type { Words } from './words/en.ts';

type Problems = Words['page']['problems'];

/** The program's own words would say nothing more. */
const SAID: readonly string[] = ['not_found', 'foreign_request', 'too_large', 'busy'];

/**
 * An error as `words` tell it, with the program's own message as `detail` where that says more. Without words (a script
 * that asks for no language) it stays as it is.
 */
export function localizeError(body: ErrorBody, words: Words | undefined): ErrorBody {
  if (words === undefined) return body;
  const { problems } = words.page;
  const exact = toExactWords(body, problems);
  if (exact !== undefined) return { ...body, message: exact };
  const message = lookUp(problems.codes, body.code);
  if (message === undefined) return body;
  return { ...body, message, ...(!SAID.includes(body.code) && { detail: body.message }) };
}

/** Why an answer is less than it could be, as `words` tell it: all that is known of it, else as it stands. */
export function localizeReasons(degraded: string, words: Words | undefined): string {
  if (words === undefined) return degraded;
  const said: Readonly<Record<keyof typeof REASONS, string>> = words.page.degraded;
  const known = Object.entries(REASONS).filter(([, reason]) => degraded.includes(reason));
  return known.length === 0 ? degraded : known.map(([name]) => lookUp(said, name)).join(' ');
}

function toExactWords({ field, refused }: ErrorBody, { names, fields }: Problems): string | undefined {
  const control = /^(?:filters\.)?(\w+)/.exec(field ?? '')?.[1] ?? '';
  const name = lookUp(names, control);
  return refused !== undefined && name !== undefined ? fill(name, { name: refused.name }) : lookUp(fields, control);
}

function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
