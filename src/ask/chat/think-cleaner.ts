import type { ReplyCleaner } from './reply-cleaner.ts';

/** What earlier answers taught about a model. The cleaner writes it. */
export interface ThinkingHabit {
  /** Its thinking comes without an opening tag, since that is part of the prompt's template. */
  closesUnopened: boolean;
}

const TAGS = ['<think>', '<thinking>', '<thought>', '</think>', '</thinking>', '</thought>'];
const ANY_TAG = /<\/?(?:think|thinking|thought)>/i;

/**
 * How models begin that think aloud. An answer that begins like this is shown when it is whole. No beginning whose first
 * word begins answers every day ("The user …"): it would hold up their first piece.
 */
const ALOUD =
  "okay|ok|alright|hmm|wait|let me|let's|let us|first, i|we need|we have|i need|i should|gut|also der|also die|zuerst muss";
const BEGINNINGS = ALOUD.split('|');
const BEGINS_ALOUD = new RegExp(`^(?:${ALOUD})\\P{L}`, 'iu');

/**
 * Strips `<think>` blocks, wherever they stand and whether or not they are ever closed. Without an opening tag, the
 * `habit` or a beginning that sounds like thinking keeps the text back until the closing tag or the end. A closing tag
 * out of the blue only vanishes itself: what was shown can't be taken back. It is remembered in `habit`.
 */
export function createThinkCleaner(habit: ThinkingHabit): ReplyCleaner {
  let state: 'start' | 'undecided' | 'thinking' | 'answering' = habit.closesUnopened ? 'undecided' : 'start';
  let hasOpened = false;
  let isTrimming = false;
  let held = '';

  const emit = (text: string): string => {
    const trimmed = isTrimming ? text.trimStart() : text;
    if (trimmed !== '') isTrimming = false;
    return trimmed;
  };
  const read = (isLast: boolean): string => {
    if (state === 'start') {
      held = held.trimStart();
      state = readStart(held, isLast);
    }
    if (state === 'start') return '';
    let out = '';
    for (;;) {
      const tag: RegExpExecArray | null = ANY_TAG.exec(held);
      if (tag === null) break;
      const isClosing = tag[0].startsWith('</');
      if (state === 'answering' || (state === 'undecided' && !isClosing)) out += emit(held.slice(0, tag.index));
      if (isClosing && !hasOpened) habit.closesUnopened = true;
      hasOpened ||= !isClosing;
      isTrimming = true;
      held = held.slice(tag.index + tag[0].length);
      state = isClosing ? 'answering' : 'thinking';
    }
    if (state === 'undecided' && !isLast) return out;
    if (state === 'undecided') habit.closesUnopened = false;
    const free = isLast ? held.length : held.length - countTagBeginning(held);
    if (state !== 'thinking') out += emit(held.slice(0, free));
    held = held.slice(free);
    return out;
  };

  return {
    push(piece) {
      held += piece;
      return read(false);
    },
    end: () => read(true),
  };
}

/** Stays `start` while there is too little text to tell. */
function readStart(text: string, isLast: boolean): 'start' | 'undecided' | 'answering' {
  const begun = text.toLowerCase();
  if (BEGINS_ALOUD.test(begun)) return 'undecided';
  return !isLast && BEGINNINGS.some((beginning) => beginning.startsWith(begun)) ? 'start' : 'answering';
}

/** Length of the part at the end that a tag may begin with. */
function countTagBeginning(text: string): number {
  const at = text.lastIndexOf('<');
  const end = text.slice(at).toLowerCase();
  return at >= 0 && TAGS.some((tag) => tag.startsWith(end)) ? end.length : 0;
}
