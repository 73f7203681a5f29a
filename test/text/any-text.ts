import fc from 'fast-check';

/** Letters, blanks and separators as papers have them, and what breaks programs: marks, emoji, halves of surrogate pairs, NUL. */
const UNITS = [
  ...['a', 'e', 'n', 's', 't', 'E', 'M', 'ß', 'ü', 'É', '1', '2', '0', ' ', ' ', ' ', '\n', '\n\n', '\r\n', '\t'],
  ...['.', ',', '-', '/', ':', '|', '"', '(', ')', '*', '#', '. ', '.\n', '\u00ad', '\u0000', '\u200b', '\ufeff'],
  ...[
    'e\u0301',
    '\u0301',
    '👩‍👩‍👧',
    '🇩🇪',
    '👍🏽',
    '\ud800',
    '\udc00',
    '漢',
    '字',
    'か\u3099',
    '각',
    'ا',
    'ﬁ',
    'İ',
    'Σ',
    '™',
  ],
];

export const anyText = (maxUnits = 60): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...UNITS), { maxLength: maxUnits }).map((units) => units.join(''));
