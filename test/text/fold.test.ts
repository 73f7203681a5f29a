import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../src/text/fold.ts';
import { anyText } from './any-text.ts';

describe('folding', () => {
  const same: readonly (readonly [string, string])[] = [
    ['Straße', 'STRASSE'],
    ['Müller', 'mu\u0308ller'],
    ['Gebühren', 'gebuhren'],
    ['café', 'CAFE'],
    ['ﬁlter', 'Filter'],
    ['ＲＥ－２０２４', 're-2024'],
    ['ΟΔΟΣ', 'οδος'],
    ['İzmir', 'izmir'],
    ['ẞ', 'ss'],
    ['שָׁלוֹם', 'שלום'],
  ];
  for (const [left, right] of same) it(`makes ${left} and ${right} equal`, () => assert.equal(fold(left), fold(right)));

  it('keeps marks that make another letter', () => {
    assert.notEqual(fold('か'), fold('が'));
    assert.notEqual(fold('कि'), fold('कु'));
    assert.equal(fold('각'), '각');
  });

  it('is total and idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' })), (text) => {
        assert.equal(fold(fold(text)), fold(text));
      }),
    );
  });
});
