import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanLine, toTerminalText } from '../../src/cli/clean-text.ts';

describe('toTerminalText', () => {
  it('removes escape sequences as a whole', () => {
    assert.equal(toTerminalText('a\u001b[31mred\u001b[0m b\u001b]0;title\u0007c'), 'ared bc');
  });

  it('removes the one-byte introducers of escape sequences too', () => {
    assert.doesNotMatch(toTerminalText('\u009b31mred\u0085\u0090'), /[\u0080-\u009f]/);
  });

  it('removes what reorders text but keeps right-to-left letters', () => {
    assert.equal(
      toTerminalText('invoice \u202excod.exe\u2066 \u05d7\u05e9\u05d1\u05d5\u05df'),
      'invoice xcod.exe \u05d7\u05e9\u05d1\u05d5\u05df',
    );
  });

  it('keeps lines and tabs', () => {
    assert.equal(toTerminalText('a\r\nb\rc\td'), 'a\nb\nc\td');
  });

  it('keeps emoji that are joined of several', () => {
    assert.equal(toTerminalText('\u{1f469}\u200d\u{1f4bb}'), '\u{1f469}\u200d\u{1f4bb}');
  });

  it('never leaves a control character, a bidi override or half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (text) => {
          const cleaned = toTerminalText(text);
          assert.doesNotMatch(cleaned, /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
          assert.ok(cleaned.isWellFormed());
        },
      ),
    );
  });
});

describe('cleanLine', () => {
  it('makes one line of many', () => {
    assert.equal(cleanLine('  a\n\tb\u2028c \u0000'), 'a b c');
  });
});
