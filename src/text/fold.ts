// Marks of other scripts (vowel signs, voicing marks of kana) make different letters and stay.
const DIACRITICS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Lower case, ß as ss, compatibility forms resolved, without diacritics: the letters words are compared by.
 * Total (NUL and lone surrogates pass through) and idempotent. Changes lengths, so offsets don't survive it.
 */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replace(DIACRITICS, '')
    .normalize('NFC');
}
