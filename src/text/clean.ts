// Control characters but tab and line feed, zero-width and direction marks, byte order marks.
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const LINE_ENDS = /\r\n?|[\f\u2028\u2029]/g;
/** A dash as the last thing of a line, whatever the OCR took it for, and how the next line begins. */
const LINE_DASH = /[-\u2010\u2011\u2013\u2014\u00ac\u00ad]{1,2}[^\S\n]*\n\s*(\p{L}+|(?=[0-9]))/gu;
const LAST_WORD = /[\p{L}\p{N}]+$/u;
/** "Haus- und Gartenarbeit": the dash stands for a word, it breaks none. */
const CONJUNCTION = /^(?:und|oder|bzw|bis|sowie|and|or|to|y|o|e|u)$/i;

/** One line of ASCII, such as a name. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * A chunk's text as it is searched and embedded; never shown. NFC, without control characters, words broken at line
 * ends joined. The halves of a joined word follow at the end, so that it is findable either way. Never
 * throws: lone surrogates become U+FFFD.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  const plain = text.toWellFormed().replace(LINE_ENDS, '\n').replace(INVISIBLE, '').normalize('NFC');
  const halves = new Set<string>();
  const joined = plain.replace(LINE_DASH, (broken, tail: string, at: number) => {
    const head = LAST_WORD.exec(plain.slice(Math.max(0, at - 40), at))?.[0];
    if (head === undefined || CONJUNCTION.test(tail)) return broken;
    // A number goes on, or a capital after small letters begins a word of its own: here the dash belongs.
    if (tail === '' || /[0-9]$/.test(head) || (/\p{Ll}$/u.test(head) && /^\p{Lu}/u.test(tail))) return `-${tail}`;
    halves.add(`${head} ${tail}`);
    return tail;
  });
  return [joined.replaceAll('\u00ad', '').trim(), ...halves].join('\n');
}
