import { describePassageIndex } from '../contract/passage-index.ts';
import { createMemoryStore, MemoryIndex } from './memory-index.ts';

describePassageIndex('MemoryIndex', async () => {
  const store = createMemoryStore();
  return { open: () => new MemoryIndex(store), close: async () => {} };
});
