/** Lengths of the IBANs of Europe and its neighbours by country, as registered under ISO 13616. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ ad: 24, al: 28, at: 20, ba: 20, be: 16, bg: 22, ch: 21, cy: 28, cz: 24, de: 22, dk: 18, ee: 20, es: 24, fi: 18 },
  ...{ fo: 18, fr: 27, gb: 22, ge: 22, gi: 23, gl: 18, gr: 27, hr: 21, hu: 28, ie: 22, il: 23, is: 26, it: 27, li: 21 },
  ...{ lt: 20, lu: 20, lv: 21, mc: 27, md: 24, me: 22, mk: 19, mt: 31, nl: 18, no: 15, pl: 28, pt: 25, ro: 24, rs: 22 },
  ...{ se: 24, si: 19, sk: 24, sm: 27, tr: 26, ua: 29, va: 22, xk: 20 },
};

const LETTER_OR_DIGIT = /[0-9a-z]/i;

/**
 * The end of the IBAN that begins at `start`, blanks between its groups allowed; undefined when there is none.
 * Check digits are not verified: a misread IBAN is still the one on the paper.
 */
export function findIbanEnd(text: string, start: number): number | undefined {
  const length = /^[a-z]{2}[0-9]{2}/i.test(text.slice(start, start + 4))
    ? LENGTHS[text.slice(start, start + 2).toLowerCase()]
    : undefined;
  if (length === undefined) return undefined;
  let at = start;
  for (let count = 0; count < length; at += 1) {
    if (LETTER_OR_DIGIT.test(text.charAt(at))) count += 1;
    else if (!isBlank(text[at]) || isBlank(text[at - 1])) return undefined;
  }
  return LETTER_OR_DIGIT.test(text.charAt(at)) ? undefined : at;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\u00a0';
}
