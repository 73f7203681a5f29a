import { randomUUID } from 'node:crypto';
import { QdrantClient } from '@qdrant/js-client-rest';

/** The Qdrant named by `QDRANT_TEST_URL`: tests may write to it, in collections of their own. */
export interface RealServer {
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Of the request that lets one in. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Undefined when none is named. */
export function findRealServer(): RealServer | undefined {
  const { QDRANT_TEST_URL: url = '', QDRANT_TEST_API_KEY: apiKey } = process.env;
  if (url === '') return undefined;
  return { url, apiKey, headers: apiKey === undefined ? {} : { 'api-key': apiKey } };
}

/** A name that no other collection begins with. */
export function createTestName(): string {
  return `paperless-rag-test-${randomUUID()}`;
}

/** Deletes every collection whose name begins with `name` and a dash; aliases go with them. */
export async function deleteCollections({ url, headers }: RealServer, name: string): Promise<void> {
  const client = new QdrantClient({ url, checkCompatibility: false, headers });
  const { collections } = await client.getCollections();
  for (const { name: each } of collections) if (each.startsWith(`${name}-`)) await client.deleteCollection(each);
}
