import { QdrantPassageIndex, type QdrantPassageIndexOptions } from '../../src/qdrant/qdrant-passage-index.ts';
import type { IndexWorld } from '../contract/passage-index-world.ts';
import { FakeQdrant } from '../fakes/qdrant/fake-qdrant.ts';

export interface QdrantWorld extends IndexWorld {
  readonly fake: FakeQdrant;
  open(options?: Partial<QdrantPassageIndexOptions>): QdrantPassageIndex;
}

/** Indexes in a fake Qdrant of their own. The clock stands: generations of one moment must differ all the same. */
export async function createQdrantWorld(): Promise<QdrantWorld> {
  const fake = await FakeQdrant.start();
  return {
    fake,
    open: (options = {}) =>
      new QdrantPassageIndex({
        url: fake.url,
        collection: 'paperless',
        now: () => Date.UTC(2026, 0, 15, 12),
        ...options,
      }),
    betweenWrites: (check) => {
      fake.betweenSteps = check;
      return () => {
        fake.betweenSteps = undefined;
      };
    },
    close: () => fake.close(),
  };
}
