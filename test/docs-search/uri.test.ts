import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromUri, toUri } from '../../src/docs-search/uri.ts';

describe('docs:// addresses', () => {
  it('bring every id back as it was', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.isWellFormed());
    fc.assert(
      fc.property(fc.array(names, { minLength: 1 }), (parts) => fromUri(toUri(parts.join('/'))) === parts.join('/')),
    );
  });

  it('of names with blanks, brackets, colons and percent signs are plain ASCII', () => {
    const id = 'Übersicht [v1]/50% off: a^b|c #2?.md';
    assert.match(toUri(id), /^docs:\/\/[\w.%/~!*'()-]+$/);
    assert.equal(fromUri(toUri(id)), id);
  });

  it('of another kind, or badly encoded, are none', () => {
    for (const uri of ['file:///etc/passwd', '/etc/passwd', 'docs://%E0%A4%A', 'docs:', ''])
      assert.equal(fromUri(uri), undefined);
  });
});
