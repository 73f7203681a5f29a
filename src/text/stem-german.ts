const VOWEL_PAIRS = /sch|ei|ie/g;
const PACKED: Readonly<Record<string, string>> = { sch: '$', ei: '%', ie: '&' };
const UNPACKED: Readonly<Record<string, string>> = { $: 'sch', '%': 'ei', '&': 'ie' };

/**
 * CISTEM without regard to case (Weissweiler & Fraser, "Developing a Stemmer for German Based on a Comparative
 * Analysis of Publicly Available Stemmers", GSCL 2017). Takes a folded word of the letters a–z.
 */
export function stemGerman(word: string): string {
  let stem = word.startsWith('ge') && word.length >= 6 ? word.slice(2) : word;
  // Doubled letters and the sounds that are one letter to the ear count as one in the lengths below.
  stem = stem.replace(VOWEL_PAIRS, (sound) => PACKED[sound] ?? sound).replace(/(.)\1/g, '$1*');
  stem = stem.slice(0, findStemEnd(stem));
  return stem.replace(/(.)\*/g, '$1$1').replace(/[$%&]/g, (mark) => UNPACKED[mark] ?? mark);
}

function findStemEnd(packed: string): number {
  let end = packed.length;
  while (end > 3) {
    const last = packed[end - 1];
    const before = packed[end - 2];
    if (end > 5 && ((before === 'e' && (last === 'm' || last === 'r')) || (before === 'n' && last === 'd'))) end -= 2;
    else if (last === 't' || last === 'e' || last === 's' || last === 'n') end -= 1;
    else break;
  }
  return end;
}
