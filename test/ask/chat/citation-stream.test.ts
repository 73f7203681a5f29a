import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCitationStream } from '../../../src/ask/chat/citation-stream.ts';
import { createMarkerCleaner } from '../../../src/ask/chat/marker-cleaner.ts';
import { cutText, readCleaned } from '../cleaned.ts';

const KNOWN = new Set([1, 2, 3, 9, 10, 11, 12]);
const read = (...pieces: string[]) => readCleaned(createCitationStream(KNOWN), pieces);

describe('markers in a stream', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['It is 935 EUR [1].', 'It is 935 EUR [1].'],
    ['It is 935 EUR [1, 2].', 'It is 935 EUR [1][2].'],
    ['It is 935 EUR [1][2].', 'It is 935 EUR [1][2].'],
    ['It is 935 EUR 【1】.', 'It is 935 EUR [1].'],
    ['It is 935 EUR【1†L3-L5】.', 'It is 935 EUR[1].'],
    ['It is 935 EUR [Source 2].', 'It is 935 EUR [2].'],
    ['Es sind 935 EUR [Quellen 1 und 3].', 'Es sind 935 EUR [1][3].'],
    ['It is 935 EUR [1-3].', 'It is 935 EUR [1][2][3].'],
    ['It is 935 EUR [1; 1; 2].', 'It is 935 EUR [1][2].'],
    ['It is 935 EUR [12].', 'It is 935 EUR [12].'],
    ['It is 935 EUR [9–11].', 'It is 935 EUR [9][10][11].'],
    ['It is 935 EUR [3-1].', 'It is 935 EUR [3][1].'],
    ['It is 935 EUR [1-200].', 'It is 935 EUR [1].'],
    ['It is 935 EUR [3-12].', 'It is 935 EUR [3][9][10][11][12].'],
    ['It is 935 EUR 【1†source】.', 'It is 935 EUR [1].'],
    ['It is 935 EUR 【2†see, 1†page】.', 'It is 935 EUR [2][1].'],
    ['It is 935 EUR [Sources 1 and 2].', 'It is 935 EUR [1][2].'],
    ['Es sind 935 EUR [Quelle 2].', 'Es sind 935 EUR [2].'],
    ['Son 935 EUR [fuentes 1 y 3] [fuente 2].', 'Son 935 EUR [1][3] [2].'],
    ['It is 935 EUR [1 & 2 + 3].', 'It is 935 EUR [1][2][3].'],
    ['It is 935 EUR [99].', 'It is 935 EUR.'],
    ['It is 935 EUR [1, 99].', 'It is 935 EUR [1].'],
    ['It is 935 EUR [0] [4].', 'It is 935 EUR.'],
    ['An [x] and [see lease] and [] stay.', 'An [x] and [see lease] and [] stay.'],
    ['Not finished [1', 'Not finished'],
    ['Not finished  [ 1, 2; ', 'Not finished'],
    ['Not finished 【12', 'Not finished'],
    ['Not finished [so', 'Not finished [so'],
    ['The end  ', 'The end  '],
  ];
  for (const [text, expected] of cases) it(`${text} → ${expected}`, () => assert.equal(read(text), expected));

  it('come out the same however they are cut into pieces', () => {
    const cut = fc
      .constantFrom(...cases)
      .chain(([text, expected]) => cutText(text).map((pieces) => ({ pieces, expected })));
    fc.assert(fc.property(cut, ({ pieces, expected }) => assert.equal(read(...pieces), expected)));
  });

  it('hold back nothing but themselves and the blank before them', () => {
    const { push } = createCitationStream(KNOWN);
    assert.deepEqual(['The ', 'rent', ' is 935', ' ', '[', '1', ']', '. '].map(push), [
      'The',
      ' rent',
      ' is 935',
      '',
      '',
      '',
      ' [1]',
      '.',
    ]);
  });

  it('hold back nothing that can be none any more', () => {
    for (const text of ['[1.', '[!', '[see so', '[x', `[${'1, '.repeat(50)}1`]) {
      const { push } = createCitationStream(KNOWN);
      assert.equal(push(text), text);
    }
  });

  it('come to an end with what a page of signs may mean: one line of them held the program up for good', () => {
    const endless = [
      `[${'†1'.repeat(60)}] x`,
      `[1${'†,1'.repeat(60)}[`,
      `[${'sou'.repeat(60)}!`,
      `${' '.repeat(1_000_000)}x`,
      `${'\t '.repeat(500_000)}[1`,
      '[ '.repeat(100_000),
    ];
    for (const text of endless) assert.equal(typeof read(text), 'string');
  });

  it('never cite what is no source, whatever the model writes', () => {
    const piece = fc.constantFrom('[', ']', '【', '】', '1', '8', '99', ', ', ' ', '-', 'source', 'a', '\n', '†');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const cited = [...read(...pieces).matchAll(/\[([0-9]+)\]/g)].map(([, n]) => Number(n));
        assert.ok(
          cited.every((n) => KNOWN.has(n)),
          read(...pieces),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('the marker for "not in the sources"', () => {
  const texts = [
    'NOT_IN_SOURCES',
    '[NOT_IN_SOURCES]',
    '**NOT\\_IN\\_SOURCES**',
    '`NOT IN SOURCES`',
    'NOT_IN_SOURCES. Paris.',
  ];
  for (const text of texts) {
    it(`is never shown as ${text}, nor what follows it, however it is cut`, () => {
      fc.assert(
        fc.property(cutText(`Sorry: ${text}`), (pieces) => {
          const cleaner = createMarkerCleaner();
          assert.equal(readCleaned(cleaner, pieces), 'Sorry: ');
          assert.ok(cleaner.isFound());
        }),
      );
    });
  }

  it('lets through what only begins like it', () => {
    for (const text of ['NOT_IN_SOUR', 'NOTE: No', '**bold** NOT IN', 'It is *']) {
      fc.assert(
        fc.property(cutText(text), (pieces) => {
          const cleaner = createMarkerCleaner();
          assert.equal(readCleaned(cleaner, pieces), text);
          assert.ok(!cleaner.isFound());
        }),
      );
    }
  });
});
