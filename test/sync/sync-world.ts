import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Document, EVERYTHING, type Id, type Names } from '../../src/model.ts';
import type { PassageIndex } from '../../src/ports.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { buildLines } from '../../src/sync/document-lines.ts';
import { buildFingerprint } from '../../src/sync/fingerprint.ts';
import { buildPassages } from '../../src/sync/passages.ts';
import { runSync } from '../../src/sync/run-sync.ts';
import type { SyncDeps, SyncRequest, SyncResult } from '../../src/sync/sync-deps.ts';
import { fold } from '../../src/text/fold.ts';
import { MemoryIndex } from '../fakes/memory-index.ts';
import { createMemoryLibrary, type MemoryLibrary } from '../fakes/memory-source.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { fastTmpdir } from './fast-tmpdir.ts';
import { createFaults, type Faults } from './faults.ts';

/** A library, an index (in memory, or the real one) and a state folder, and the runs between them. */
export interface SyncWorld {
  readonly library: MemoryLibrary;
  readonly index: PassageIndex;
  /** Of the source and of the index as the runs see them. */
  readonly sourceFaults: Faults;
  readonly indexFaults: Faults;
  readonly stateDir: string;
  readonly clock: { ms: number };
  /** Changed by tests to change the program's settings. */
  readonly deps: { -readonly [Key in keyof SyncDeps]: SyncDeps[Key] };
  run(request?: Partial<SyncRequest>): Promise<SyncResult>;
  /** Ids of the documents in the live generation. */
  indexed(): Promise<readonly Id[]>;
  /** Fails unless the live generation holds exactly what the library does, excluded tags left out; `ignored` may differ. */
  assertInStep(ignored?: ReadonlySet<Id>): Promise<void>;
  close(): Promise<void>;
}

export function createSyncWorld(context?: TestContext, options: { readonly isReal?: boolean } = {}): SyncWorld {
  const stateDir = mkdtempSync(join(fastTmpdir(), 'paperless-rag-'));
  const library = createMemoryLibrary();
  const clock = { ms: Date.UTC(2026, 5, 1) };
  const folder = join(stateDir, 'index');
  const inner =
    options.isReal === true
      ? new SqlitePassageIndex({ folder, log: SILENT_LOG, now: () => clock.ms })
      : new MemoryIndex();
  const sourceFaults = createFaults();
  const indexFaults = createFaults();
  const deps: SyncDeps = {
    source: sourceFaults.wrap(library.source),
    index: indexFaults.wrap<PassageIndex>(inner),
    embedder: undefined,
    recipe: { schema: 1, chunker: 1, analyzer: 1 },
    stateDir,
    excludeTags: ['no-ai'],
    freeBytes: async () => undefined,
    log: SILENT_LOG,
    now: () => {
      clock.ms += 10;
      return clock.ms;
    },
    pid: 1,
  };
  const close = async () => {
    await inner.close();
    rmSync(stateDir, { recursive: true, force: true });
  };
  context?.after(close);
  return {
    library,
    index: inner,
    sourceFaults,
    indexFaults,
    stateDir,
    clock,
    deps,
    run: (request = {}) => runSync(deps, { mode: 'tick', signal: new AbortController().signal, ...request }),
    async indexed() {
      const live = await inner.reader();
      const ids: Id[] = [];
      for await (const { id } of live?.documents() ?? []) ids.push(id);
      return ids;
    },
    async assertInStep(ignored = new Set()) {
      const { source } = library;
      const names = await source.names();
      const unwanted = deps.excludeTags.map(fold);
      const isExcluded = (tag: Id) => unwanted.includes(fold(names.tag.get(tag) ?? ''));
      const documents = await source.read(await source.allIds());
      const wanted = documents.filter(({ tags }) => !tags.some(isExcluded));
      const keep = ({ id }: { readonly id: Id }) => !ignored.has(id);
      const { entries, ...index } = await readIndex(inner);
      assert.deepEqual(entries.filter(keep), toEntries(wanted.filter(keep), names));
      assert.deepEqual(index.names, names);
    },
    close,
  };
}

/** What the index should hold: fingerprints and shown texts by document. */
function toEntries(documents: readonly Document[], names: Names) {
  return documents
    .map((document) => ({
      id: document.id,
      fingerprint: buildFingerprint(document, buildLines(document, names)),
      texts: buildPassages(document, buildLines(document, names)).map(({ text }) => text),
    }))
    .sort((a, b) => a.id - b.id);
}

async function readIndex(index: PassageIndex) {
  const reader = await index.reader();
  assert.ok(reader, 'something is live');
  const entries: { id: Id; fingerprint: object; texts: string[] }[] = [];
  for await (const { id, fingerprint } of reader.documents()) {
    const texts: string[] = [];
    for (let position = 0; ; position += 1) {
      const [passage] = await reader.read([`${id}-${position}`], EVERYTHING);
      if (passage === undefined) break;
      texts.push(passage.text);
    }
    entries.push({ id, fingerprint, texts });
  }
  return { entries, names: await reader.names() };
}
