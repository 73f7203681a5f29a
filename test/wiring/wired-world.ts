import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type FoundPassages, findPassages } from '../../src/ask/passages.ts';
import { parseConfig } from '../../src/config/config.ts';
import type { PassageIndex } from '../../src/ports.ts';
import { runSync } from '../../src/sync/run-sync.ts';
import type { SyncDeps, SyncRequest, SyncResult } from '../../src/sync/sync-deps.ts';
import { createAskDeps, createIndex, createSyncDeps } from '../../src/wiring/create-deps.ts';
import type { FakeModel } from '../fakes/ollama/fake-models.ts';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { createFakePaperless, type FakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { seedSynthetic } from '../fakes/paperless/seed-synthetic.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { fastTmpdir } from '../sync/fast-tmpdir.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

/** A fake Paperless and a fake Ollama behind real sockets, and the programs' parts wired by their variables. */
export interface WiredWorld {
  readonly paperless: FakePaperless;
  readonly ollama: FakeOllama;
  /** The models Ollama has; tests add and remove some. */
  readonly models: FakeModel[];
  /** One run of the index with this embedding model. */
  sync(model: string | undefined, changes?: SyncChanges): Promise<SyncResult>;
  /** A long-running asker that knows nothing of the embedding model. */
  openAsker(changes?: Readonly<Record<string, string>>): (question: string) => Promise<FoundPassages>;
  /** Texts embedded so far by a model, with their prefixes; the probe that every process sends is left out. */
  embeddedBy(model: string): readonly string[];
  /** Generations on disk. */
  files(): readonly string[];
}

export interface SyncChanges extends Partial<SyncRequest> {
  readonly deps?: Partial<SyncDeps>;
}

export const OLD: FakeModel = {
  name: 'nomic-embed-text:latest',
  kind: 'embedding',
  digest: 'old1',
  contextTokens: 8_192,
  dimensions: 48,
};
export const NEW: FakeModel = { ...OLD, name: 'embeddinggemma:latest', digest: 'new1', dimensions: 64 };

/** `documents`: how many, all alike. */
export async function createWiredWorld(context: TestContext, documents: number): Promise<WiredWorld> {
  const paperless = createFakePaperless(seedSynthetic(documents));
  const served = await serveFake(paperless);
  const models = [OLD, NEW];
  const ollama = await FakeOllama.start({ models });
  const stateDir = temporaryFolder(context, fastTmpdir());
  const opened: PassageIndex[] = [];
  context.after(async () => {
    for (const index of opened) await index.close();
    await Promise.all([served.close(), ollama.close()]);
  });
  const env = {
    STATE_DIR: stateDir,
    PAPERLESS_API_URL: served.url,
    PAPERLESS_API_TOKEN: TOKEN,
    EMBEDDING_HOST: ollama.host,
  };
  const open = (config: Parameters<typeof createIndex>[0]) => {
    const index = createIndex(config, SILENT_LOG);
    opened.push(index);
    return index;
  };
  return {
    paperless,
    ollama,
    models,
    async sync(model, { deps, ...request } = {}) {
      const chosen = model === undefined ? { EMBEDDING_HOST: undefined } : { EMBEDDING_MODEL: model };
      const config = parseConfig('paperless-index', { ...env, ...chosen }, String);
      const index = open(config);
      const wired = { ...createSyncDeps(config, index, SILENT_LOG), ...deps };
      try {
        return await runSync(wired, { mode: 'tick', signal: new AbortController().signal, ...request });
      } finally {
        await index.close();
      }
    },
    openAsker(changes = {}) {
      const config = parseConfig('paperless-ask', { ...env, ...changes }, String);
      const deps = createAskDeps(config, open(config), SILENT_LOG);
      return (q) => findPassages({ q, asker: { kind: 'everyone' } }, undefined, deps);
    },
    embeddedBy(model) {
      const sent = ollama.sentTo<{ model: string; input: readonly string[] }>('/api/embed');
      return sent
        .filter((body) => body.model === model)
        .flatMap(({ input }) => input.filter((text) => text !== 'water'));
    },
    files: () => readdirSync(join(stateDir, 'index')).filter((name) => name.endsWith('.sqlite')),
  };
}
