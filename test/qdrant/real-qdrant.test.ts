import { randomUUID } from 'node:crypto';
import { describe } from 'node:test';
import { QdrantClient } from '@qdrant/js-client-rest';
import { QdrantPassageIndex } from '../../src/qdrant/qdrant-passage-index.ts';
import { describePassageIndex } from '../contract/passage-index.ts';
import type { IndexWorld } from '../contract/passage-index-world.ts';

const { QDRANT_TEST_URL: url = '', QDRANT_TEST_API_KEY: apiKey } = process.env;

const skip = url === '' ? 'set QDRANT_TEST_URL to run it' : false;

describe('a real Qdrant', { skip }, () => {
  describePassageIndex('QdrantPassageIndex on a real Qdrant', createRealWorld);
});

/** Collections of their own in a server that may hold others. */
async function createRealWorld(): Promise<IndexWorld> {
  const collection = `paperless-rag-test-${randomUUID()}`;
  return {
    open: () => new QdrantPassageIndex({ url, apiKey, collection, now: Date.now }),
    close: async () => {
      const headers = apiKey === undefined ? {} : { 'api-key': apiKey };
      const client = new QdrantClient({ url, checkCompatibility: false, headers });
      const { collections } = await client.getCollections();
      const own = collections.filter(({ name }) => name.startsWith(`${collection}-`));
      for (const { name } of own) await client.deleteCollection(name);
    },
  };
}
