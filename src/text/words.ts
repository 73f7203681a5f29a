/** Longer words are noise: encoded data, or words whose blanks got lost. Texts and questions are cut alike. */
const MAX_WORD = 64;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** Finds the runs of a text that `BEYOND_ASCII` finds nothing in, three times as fast. */
const ASCII_RUNS = /[0-9A-Za-z]+/g;
/** Letters beyond ASCII; dashes, quotation marks and currency signs are none. */
const BEYOND_ASCII = /[^\0-\x7f\u00a7\u00ab\u00b0\u00b7\u00bb\u2010-\u2027\u2030-\u205e\u20a0-\u20cf]/;
/** Scripts written without blanks between words. */
const UNSPACED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}\p{scx=Myanmar}]+)/u;
/** Where the characters of these scripts are: wider, and quicker to test. */
const MAYBE_UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u{3ffff}]/u;

/**
 * The words of a folded text: runs of letters and digits. Where a script has no blanks, overlapping pairs of
 * characters; a single character stays alone.
 */
export function splitWords(folded: string): string[] {
  if (!BEYOND_ASCII.test(folded)) return (folded.match(ASCII_RUNS) ?? []).map(cutWord);
  const runs = folded.match(RUNS) ?? [];
  return MAYBE_UNSPACED.test(folded) ? runs.flatMap(splitRun) : runs.map(cutWord);
}

/** Whether a word is of a script without blanks, so that it is found inside of longer runs. */
export function isUnspaced(word: string): boolean {
  return MAYBE_UNSPACED.test(word) && UNSPACED.test(word);
}

function splitRun(run: string): string[] {
  if (!MAYBE_UNSPACED.test(run)) return [cutWord(run)];
  return run.split(UNSPACED).flatMap((piece, index) => {
    if (piece === '') return [];
    const characters = [...piece];
    // `split` with a group puts what the group matched at the odd places.
    if (index % 2 === 0) return [characters.slice(0, MAX_WORD).join('')];
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, before) => `${characters[before]}${character}`);
  });
}

function cutWord(word: string): string {
  return word.length > MAX_WORD ? word.slice(0, MAX_WORD) : word;
}
