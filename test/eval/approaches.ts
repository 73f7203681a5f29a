import type { AskDeps } from '../../src/ask/deps.ts';
import type { DenseMode } from '../../src/ask/retrieval/rank.ts';
import type { Archive, Embedder, PassageIndex, PassageReader } from '../../src/ports.ts';

export type ApproachName = 'lexical' | 'dense alone' | `hybrid, ${DenseMode}`;

/** A way of searching that is measured beside the others on the same index. */
export interface Approach {
  readonly name: ApproachName;
  readonly deps: AskDeps;
}

/** Word search, and with an embedder the dense leg alone and joined in each way. Without a chat model. */
export function listApproaches(index: PassageIndex, archive: Archive, embedder: Embedder | undefined): Approach[] {
  const lexical = createDeps(index, archive);
  if (embedder === undefined) return [{ name: 'lexical', deps: lexical }];
  const withDense = (dense: DenseMode): AskDeps => ({
    ...lexical,
    embedder: rememberQuestions(embedder),
    settings: { ...lexical.settings, dense },
  });
  // Nothing supports what is found then, so no floor must drop it.
  const alone = { ...withDense('fused'), index: withoutWords(index) };
  return [
    { name: 'lexical', deps: lexical },
    {
      name: 'dense alone',
      deps: { ...alone, settings: { ...alone.settings, scoreFloor: -1, scoreFloorScoped: -1 } },
    },
    { name: 'hybrid, slots', deps: withDense('slots') },
    { name: 'hybrid, fused', deps: withDense('fused') },
  ];
}

function createDeps(index: PassageIndex, archive: Archive): AskDeps {
  const fail = (fields: object) => {
    throw new Error(`nothing may go wrong while measuring: ${JSON.stringify(fields)}`);
  };
  const log = { debug() {}, info() {}, warn: fail, error: fail };
  const settings = { topK: 8, topKScoped: 12 };
  return { index, archive, embedder: undefined, chatModel: undefined, log, now: () => performance.now(), settings };
}

/** The same index, in which no word is found. */
function withoutWords(index: PassageIndex): PassageIndex {
  return override(index, {
    reader: async (options) => {
      const reader = await index.reader(options);
      return reader && override<PassageReader>(reader, { stemsTop: async () => [], partsTop: async () => [] });
    },
  });
}

function override<T extends object>(target: T, changes: Partial<T>): T {
  return new Proxy(target, {
    get: (_, key) => {
      const value = Reflect.get(key in changes ? changes : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Each question is asked several times. */
function rememberQuestions(embedder: Embedder): Embedder {
  const known = new Map<string, Promise<Float32Array>>();
  return override(embedder, {
    embedQuery: (text, options) => {
      const embedding = known.get(text) ?? embedder.embedQuery(text, options);
      known.set(text, embedding);
      return embedding;
    },
  });
}
