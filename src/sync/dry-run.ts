import { createNames } from '../model.ts';
import type { PassageReader } from '../ports.ts';
import type { PassWriter } from './pass.ts';

/** A generation as it is, on which every write is only pretended. `reader` undefined = one that is still empty. */
export function createDryWriter(reader: PassageReader | undefined): PassWriter {
  const pretend = async () => {};
  const writes = {
    replace: pretend,
    updateMetadata: pretend,
    remove: pretend,
    setNames: pretend,
    finish: pretend,
  };
  if (reader === undefined) {
    return {
      ...writes,
      names: async () => createNames(),
      stats: async () => ({ documents: 0, passages: 0, bytes: undefined }),
      async *documents() {},
      documentsWith: async () => [],
      fingerprints: async () => new Map(),
      mark: async () => undefined,
    };
  }
  return {
    ...writes,
    names: (options) => reader.names(options),
    stats: (options) => reader.stats(options),
    documents: (options) => reader.documents(options),
    documentsWith: (kind, id, options) => reader.documentsWith(kind, id, options),
    fingerprints: (ids, options) => reader.fingerprints(ids, options),
    mark: (options) => reader.mark(options),
  };
}
