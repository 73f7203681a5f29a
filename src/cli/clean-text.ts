import { stripVTControlCharacters } from 'node:util';

/** Control characters except tab and newline, and the invisible ones that reorder text (Trojan Source, CVE-2021-42574). */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of a document as it may go to a terminal: no escape sequences, controls, bidi overrides, halves of characters. */
export function toTerminalText(text: string): string {
  return stripVTControlCharacters(text.replace(/\r\n?/g, '\n'))
    .replace(UNSAFE, (character) => (character === '\n' || character === '\t' ? character : ''))
    .toWellFormed();
}

/** The same on one line: white space of any kind becomes single blanks. For titles and names. */
export function cleanLine(text: string): string {
  return toTerminalText(text.replace(/\s+/g, ' ')).trim();
}
