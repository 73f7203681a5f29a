import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findSyntaxError } from '../../src/export/json-syntax.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findSyntaxError', () => {
  const places: readonly [text: string, place: number | undefined][] = [
    ['{"a": [1, 2.5e-3, true, null, "x\\u00e9"]}', undefined],
    [' \n"text" ', undefined],
    ['', 0],
    ['{"a":1', 6],
    ['{"a":"x', 7],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['[01]', 2],
    ['[1,]', 3],
    ['{"a":[}', 6],
    ['["a\tb"]', 3],
    ['["\\x"]', 2],
    ['[1]]', 3],
    ['nul', 0],
  ];
  for (const [text, place] of places)
    it(`finds ${place ?? 'nothing'} in ${JSON.stringify(text)}`, () => {
      assert.equal(findSyntaxError(text), place);
    });

  it('agrees with JSON.parse about what is JSON, also after a change of one character', () => {
    const changed = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ...'{}[]:,"\\ -0e.u\n'), fc.nat(1))
      .map(([text, at, put, cut]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + cut);
      });
    fc.assert(
      fc.property(changed, (text) => {
        assert.equal(findSyntaxError(text) === undefined, isJson(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('survives a million brackets', () => {
    const text = '['.repeat(1_000_000);
    assert.equal(findSyntaxError(text), text.length);
  });
});
