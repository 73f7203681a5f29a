import { parseAccept } from 'hono/utils/accept';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

export const LANGUAGES: readonly Words[] = [en, de];

/** The words in the language that is preferred (`Accept-Language`), region aside; undefined when none of them is spoken here. */
export function chooseWords(acceptLanguage: string | undefined): Words | undefined {
  const wanted = parseAccept(acceptLanguage ?? '')
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type.toLowerCase().split('-')[0]);
  return wanted.flatMap((name) => LANGUAGES.filter(({ lang }) => lang === name))[0];
}
