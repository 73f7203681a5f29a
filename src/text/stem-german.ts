/**
 * CISTEM without regard to case (Weissweiler & Fraser, "Developing a Stemmer for German Based on a Comparative
 * Analysis of Publicly Available Stemmers", GSCL 2017). Takes a folded word of the letters a–z.
 */
export function stemGerman(word: string): string {
  const from = word.startsWith('ge') && word.length >= 6 ? 2 : 0;
  const units = toUnits(word, from);
  let count = units.length;
  while (count > 3) {
    const last = units[count - 1];
    const before = units[count - 2];
    if (count > 5 && ((before === 'e' && (last === 'm' || last === 'r')) || (before === 'n' && last === 'd')))
      count -= 2;
    else if (last === 't' || last === 'e' || last === 's' || last === 'n') count -= 1;
    else break;
  }
  // Only single letters are ever cut off, one character each.
  return word.slice(from, word.length - (units.length - count));
}

/**
 * The word's letters as CISTEM counts them: `sch`, `ei` and `ie` are one, and the second of a doubled letter is a `*`
 * that no suffix matches.
 */
function toUnits(word: string, from: number): string[] {
  const units: string[] = [];
  let previous = '';
  for (let at = from; at < word.length; ) {
    let unit = word.charAt(at);
    if (unit === 's' && word.startsWith('sch', at)) unit = 'sch';
    else if (unit === 'e' && word[at + 1] === 'i') unit = 'ei';
    // In "iei" the last two letters belong together.
    else if (unit === 'i' && word[at + 1] === 'e' && word[at + 2] !== 'i') unit = 'ie';
    at += unit.length;
    previous = unit === previous ? '*' : unit;
    units.push(previous);
  }
  return units;
}
