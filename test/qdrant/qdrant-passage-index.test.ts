import { describePassageIndex } from '../contract/passage-index.ts';
import { createQdrantWorld } from './create-qdrant-world.ts';

describePassageIndex('QdrantPassageIndex', createQdrantWorld);
