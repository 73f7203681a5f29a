import type { Generation } from '../model.ts';
import type { CallOptions, PassageIndex } from '../ports.ts';
import { readQdrantVersion } from '../qdrant/read-version.ts';
import { attempt, type Outcome } from './attempt.ts';

export interface QdrantFacts {
  readonly collection: string;
  readonly version: Outcome<string>;
  /** What stands behind the alias and beside it. Fails when something else has the alias' name. */
  readonly generations: Outcome<readonly Generation[]> | undefined;
}

export interface QdrantAccess {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly collection: string;
}

export async function surveyQdrant(
  { collection, ...access }: QdrantAccess,
  index: PassageIndex,
  options: CallOptions,
): Promise<QdrantFacts> {
  const version = await attempt('qdrant', options, (inTime) => readQdrantVersion(access, inTime));
  if (version.error !== undefined) return { collection, version, generations: undefined };
  return { collection, version, generations: await attempt('qdrant', options, (inTime) => index.generations(inTime)) };
}
