import type { QuotationMarks } from '../question.ts';
import type { Quotation } from './quote.ts';

/** What Markdown would take for markup inside a line of plain text. An underscore within a word is none. */
const MARKUP = /[\\`*[\]<]|~|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A quotation as a Markdown block quote with its marker, in English quotation marks unless others are given. Line breaks become blanks: a line of scanned text means nothing. */
export function toMarkdown(
  { n, text }: Pick<Quotation, 'n' | 'text'>,
  [open, close]: QuotationMarks = ['“', '”'],
): string {
  const line = text.trim().replace(/\s+/g, ' ').replace(MARKUP, '\\$&');
  return `> ${open}${line}${close} [${n}]`;
}
