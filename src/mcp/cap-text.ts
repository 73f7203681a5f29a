import { snapToCodePoint } from '../text/graphemes.ts';

/**
 * `text` within `maxChars`, the note that says so included. `continueWith`: how to get the rest, one sentence.
 * Clients cut or refuse what is too long without a word, and the model takes the stump for the whole.
 */
export function capText(text: string, maxChars: number, continueWith = 'Ask for less at once.'): string {
  if (text.length <= maxChars) return text;
  const note = `\n[cut here: the answer has ${text.length} characters, ${maxChars} are allowed. ${continueWith}]`;
  const end = Math.max(0, maxChars - note.length);
  // Half of a surrogate pair would become a replacement character.
  return text.slice(0, snapToCodePoint(text, end)) + note;
}
