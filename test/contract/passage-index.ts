import { describe } from 'node:test';
import { describeBounds } from './passage-index-bounds.ts';
import { describeDocuments } from './passage-index-documents.ts';
import { describeGenerations } from './passage-index-generations.ts';
import { describeSearch } from './passage-index-search.ts';
import { describeVocabulary } from './passage-index-vocabulary.ts';
import type { SetUpIndex } from './passage-index-world.ts';
import { describeWrites } from './passage-index-writes.ts';

/** What every `PassageIndex` does. `setUp` makes a store of its own, empty at first. */
export function describePassageIndex(name: string, setUp: SetUpIndex): void {
  describe(`${name} as a PassageIndex`, () => {
    describeSearch(setUp);
    describeBounds(setUp);
    describeVocabulary(setUp);
    describeWrites(setUp);
    describeDocuments(setUp);
    describeGenerations(setUp);
  });
}
