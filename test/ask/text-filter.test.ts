import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCitationStream } from '../../src/ask/citation-stream.ts';
import { createMarkerFilter } from '../../src/ask/marker-filter.ts';
import { chainFilters } from '../../src/ask/text-filter.ts';
import { createThinkFilter } from '../../src/ask/think-filter.ts';
import { cutText, readFiltered } from './filtered.ts';

const PIECES = `[ ] 【 】 1 2 99 , - – source Quelle and s a † L3 < <think> </think> <thin k> NOT _IN_ NOT_IN_SOURCES * ** \` Okay . \\_ 3- 😀`;

describe('the filters of an answer, one behind the other', () => {
  it('make the same of a text however it comes in pieces, whatever a model writes', () => {
    const text = fc
      .array(fc.constantFrom(...PIECES.split(' '), ' ', '\n'), { maxLength: 14 })
      .map((pieces) => pieces.join(''));
    const cut = text.chain((whole) => cutText(whole).map((pieces) => ({ whole, pieces })));
    const create = () =>
      chainFilters(
        createThinkFilter({ closesUnopened: false }),
        createMarkerFilter(),
        createCitationStream(new Set([1, 2])),
      );
    fc.assert(
      fc.property(cut, ({ whole, pieces }) =>
        assert.equal(readFiltered(create(), pieces), readFiltered(create(), [whole])),
      ),
      { numRuns: 1_000 },
    );
  });
});
