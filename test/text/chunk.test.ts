import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ChunkOptions, chunkText } from '../../src/text/chunk.ts';
import { anyText } from './any-text.ts';

const prose = (sentences: number, word = 'Satz'): string =>
  Array.from({ length: sentences }, (_, n) => `${word} ${n} handelt von etwas ganz anderem als der davor.`).join(' ');
const texts = (text: string, options?: ChunkOptions): string[] => chunkText(text, options).map((chunk) => chunk.text);

const graphemeBorders = (text: string): Set<number> => {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  return new Set([...Array.from(segments, ({ index }) => index), text.length]);
};

describe('chunks of any text', () => {
  const options = fc.record({
    maxChars: fc.integer({ min: 60, max: 120 }),
    overlapChars: fc.integer({ min: 0, max: 30 }),
  });
  const check = (property: (text: string, options: Required<ChunkOptions>) => void) =>
    fc.assert(fc.property(anyText(300), options, property));

  it('are slices of it, in order, not longer than allowed', () =>
    check((text, settings) => {
      let before = -1;
      for (const chunk of chunkText(text, settings)) {
        assert.equal(text.slice(chunk.start, chunk.end), chunk.text);
        assert.ok(chunk.start > before && chunk.text.length > 0 && chunk.text.length <= settings.maxChars);
        before = chunk.start;
      }
    }));

  it('hold every character that is not blank, and begin and end with one', () =>
    check((text, settings) => {
      let covered = 0;
      for (const chunk of chunkText(text, settings)) {
        assert.equal(text.slice(covered, Math.max(covered, chunk.start)).trim(), '');
        assert.equal(chunk.text.trim(), chunk.text);
        covered = chunk.end;
      }
      assert.equal(text.slice(covered).trim(), '');
    }));

  it('never split a character as people see it', () =>
    check((text, settings) => {
      const borders = graphemeBorders(text);
      for (const { start, end } of chunkText(text, settings)) {
        // A blank with a combining mark on it is one character; blanks are trimmed all the same.
        assert.ok(borders.has(start) || /\s/.test(text.charAt(start - 1)), `start ${start}`);
        assert.ok(borders.has(end) || /\s/.test(text.charAt(end)), `end ${end}`);
      }
    }));

  it('overlap by no more than one and a half times what was asked for, and a character', () =>
    check((text, settings) => {
      const chunks = chunkText(text, settings);
      chunks.slice(1).forEach((chunk, index) => {
        assert.ok((chunks[index]?.end ?? 0) - chunk.start <= settings.overlapChars * 1.5 + 12);
      });
    }));
});

describe('chunks of prose', () => {
  it('overlap by about 200 characters and begin with a sentence', () => {
    const chunks = chunkText(prose(120));
    assert.ok(chunks.length > 4);
    chunks.slice(1).forEach((chunk, index) => {
      const overlap = (chunks[index]?.end ?? 0) - chunk.start;
      assert.ok(overlap >= 100 && overlap <= 300, `overlap ${overlap}`);
      assert.match(chunk.text, /^Satz \d+ handelt/);
    });
  });

  it('end with a paragraph where there is one, though a sentence would fit', () => {
    const text = `${prose(16)}\n\n${prose(20, 'Absatz')}`;
    assert.equal(texts(text)[0], prose(16));
  });

  it('end with a sentence, not with an abbreviation or an ordinal', () => {
    const filler = 'Die Frist endet am 15. Mai, vgl. Abs. 3 Nr. 2 der Bedingungen des Vertrages von Dr. Achtermann';
    for (const text of texts(`${`${filler}. `.repeat(40)}`).slice(0, -1)) assert.match(text, /Achtermann\.$/);
  });

  it('begin with the heading of their text', () => {
    const text = `${prose(17)}\n\n## Kündigung\n\n${prose(20, 'Absatz')}`;
    const [first, ...rest] = texts(text, { overlapChars: 0 });
    assert.equal(first, prose(17));
    assert.match(rest[0] ?? '', /^## Kündigung\n\nAbsatz 0/);
  });

  const begins: readonly (readonly [what: string, line: string, heading: boolean])[] = [
    ['a line behind #', '### Fristen', true],
    ['a line that ends with a colon', 'Fristen:', true],
    ['a line of its own', 'Fristen', true],
    ['a sentence of its own', 'Es gibt Fristen.', false],
    ['an item of its own', 'Fristen;', false],
    ['a long line of its own', `Fristen ${'und Termine '.repeat(8)}`.trim(), false],
  ];
  for (const [what, line, heading] of begins)
    it(`${heading ? 'begin' : 'do not begin'} with ${what}, where the text below it does`, () => {
      const text = `${prose(17)}\n\n${line}\n\n${prose(20, 'Absatz')}`;
      const [first, second] = texts(text, { overlapChars: 0 });
      assert.equal(first, heading ? prose(17) : `${prose(17)}\n\n${line}`);
      assert.ok(second?.startsWith(heading ? `${line}\n\nAbsatz 0` : 'Absatz 0'));
    });

  it('do not begin with a line that ends a paragraph, nor with a # inside of one', () => {
    for (const line of ['Ende der Fristen', 'Nr. # 5 der Fristen']) {
      const text = `${prose(17)}\n${line}\n\n${prose(20, 'Absatz')}`;
      assert.equal(texts(text, { overlapChars: 0 })[0], `${prose(17)}\n${line}`);
    }
  });

  it('fall back to words, then to characters', () => {
    assert.ok(texts('wort '.repeat(500)).every((text) => /^(?:wort ?)+$/.test(text)));
    assert.deepEqual(
      texts('🇩🇪'.repeat(20), { maxChars: 10, overlapChars: 0 }).map((text) => text.length),
      Array.from({ length: 10 }, () => 8),
    );
  });
});

describe('chunks of tables', () => {
  it('hold whole rows', () => {
    const rows = Array.from(
      { length: 100 },
      (_, n) => `2015-05-${n} | ${18_392 + n} | nach dem Einzug. Abgelesen von Ben`,
    );
    for (const text of texts(rows.join('\n')))
      for (const line of text.split('\n')) assert.ok(rows.includes(line), line);
  });
});

describe('special texts', () => {
  for (const blank of ['', ' ', '\n\n\t', '\u00a0\u3000'])
    it(`${JSON.stringify(blank)} has no chunks`, () => assert.deepEqual(chunkText(blank), []));

  it('a short text is one chunk without the blanks around it', () => {
    assert.deepEqual(chunkText(' \nHallo Welt\n'), [{ start: 2, end: 12, text: 'Hallo Welt' }]);
  });

  it('one character with thousands of marks is cut all the same', () => {
    const chunks = chunkText(`e${'\u0301'.repeat(5000)}`);
    assert.ok(chunks.length >= 5 && chunks.every(({ text }) => text.length <= 1200));
  });

  const long = 400_000;
  const shapes: readonly (readonly [string, string])[] = [
    ['one word', 'a'.repeat(long)],
    ['combining marks', '\u0301'.repeat(long)],
    ['flags', '🇩🇪'.repeat(long / 4)],
    ['blanks', `x${' '.repeat(long)}x`],
    ['empty lines', `x${'\n'.repeat(long)}x`],
    ['full stops', '. '.repeat(long / 2)],
  ];
  // Quadratic time would be many minutes.
  for (const [name, text] of shapes)
    it(`400,000 characters of ${name} are cut in linear time`, { timeout: 20_000 }, () => {
      assert.ok(chunkText(text).every(({ text: piece }) => piece.length <= 1200));
    });
});
