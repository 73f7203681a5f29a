/** What stands for a country's code in front of a number dialled inside of it, by country code. */
const TRUNK_PREFIX: Readonly<Record<string, string>> = {
  ...{ 31: '0', 32: '0', 33: '0', 41: '0', 43: '0', 44: '0', 46: '0', 49: '0', 353: '0', 358: '0' },
  ...{ 34: '', 39: '', 45: '', 47: '', 48: '', 351: '', 352: '', 420: '' },
};

/** `004949611234` (or `+49…` written with 00) as dialled at home, `049611234`; other digits as they are. */
export function toNationalNumber(digits: string): string {
  if (!/^00[1-9][0-9]{8,}$/.test(digits)) return digits;
  for (const length of [2, 3]) {
    const trunk = TRUNK_PREFIX[digits.slice(2, 2 + length)];
    if (trunk !== undefined) return trunk + digits.slice(2 + length).replace(/^0/, '');
  }
  return digits;
}
