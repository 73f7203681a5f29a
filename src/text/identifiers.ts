import { fold } from './fold.ts';

/** Something like an invoice number: its canonical term and where it stands. */
export interface Identifier {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

const TIGHT = /[\p{L}\p{N}]+(?:[-/_][\p{L}\p{N}]+)*/gu;

/** Identifier-like things in a text, in order. */
export function findIdentifiers(text: string): Identifier[] {
  const found: Identifier[] = [];
  for (const match of text.matchAll(TIGHT)) {
    if (match[0].length > 60 || !/\d/.test(match[0])) continue;
    const canonical = fold(match[0]).replace(/[^\p{L}\p{N}]/gu, '');
    const digits = canonical.replace(/\D/g, '').length;
    const mixed = digits < canonical.length;
    if (mixed ? canonical.length >= 6 && digits >= 2 : digits >= 6)
      found.push({ term: `#${canonical}`, start: match.index, end: match.index + match[0].length });
  }
  return found;
}
