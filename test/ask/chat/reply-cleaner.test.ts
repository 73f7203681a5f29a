import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCitationStream } from '../../../src/ask/chat/citation-stream.ts';
import { createMarkerCleaner } from '../../../src/ask/chat/marker-cleaner.ts';
import { chainCleaners } from '../../../src/ask/chat/reply-cleaner.ts';
import { createThinkCleaner } from '../../../src/ask/chat/think-cleaner.ts';
import { cutText, readCleaned } from '../cleaned.ts';

const PIECES = `[ ] 【 】 1 2 99 , - – source Quelle and s a † L3 < <think> </think> <thin k> NOT _IN_ NOT_IN_SOURCES * ** \` Okay . \\_ 3- 😀`;

describe('the cleaners of an answer, one behind the other', () => {
  it('make the same of a text however it comes in pieces, whatever a model writes', () => {
    const text = fc
      .array(fc.constantFrom(...PIECES.split(' '), ' ', '\n'), { maxLength: 14 })
      .map((pieces) => pieces.join(''));
    const cut = text.chain((whole) => cutText(whole).map((pieces) => ({ whole, pieces })));
    const create = () =>
      chainCleaners(
        createThinkCleaner({ closesUnopened: false }),
        createMarkerCleaner(),
        createCitationStream(new Set([1, 2])),
      );
    fc.assert(
      fc.property(cut, ({ whole, pieces }) =>
        assert.equal(readCleaned(create(), pieces), readCleaned(create(), [whole])),
      ),
      { numRuns: 1_000 },
    );
  });
});
