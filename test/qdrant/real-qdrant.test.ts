import { describe } from 'node:test';
import { QdrantPassageIndex } from '../../src/qdrant/qdrant-passage-index.ts';
import { describePassageIndex } from '../contract/passage-index.ts';
import { createTestName, deleteCollections, findRealServer } from './real-server.ts';
import { describeRecordedAnswers } from './recorded-answers.ts';

const server = findRealServer();

describe('a real Qdrant', { skip: server ? false : 'set QDRANT_TEST_URL to run it' }, () => {
  if (server === undefined) return;
  const { url, apiKey, headers } = server;

  describePassageIndex('QdrantPassageIndex on a real Qdrant', async () => {
    const collection = createTestName();
    return {
      open: () => new QdrantPassageIndex({ url, apiKey, collection, now: Date.now }),
      close: () => deleteCollections(server, collection),
    };
  });

  describeRecordedAnswers('a newer Qdrant', async () => {
    const name = createTestName();
    return { url, name, headers, close: () => deleteCollections(server, name) };
  });
});
