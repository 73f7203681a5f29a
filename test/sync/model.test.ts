import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { StorageError, UnavailableError } from '../../src/errors.ts';
import type { Document, Id } from '../../src/model.ts';
import { toInstant } from '../../src/text/instant.ts';
import { createScriptedEmbedder, type ScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { createSyncWorld, type SyncWorld } from './sync-world.ts';

/** SYNC_HISTORIES=10000 looks further; SYNC_SEED repeats what failed. */
const RUNS = Number(process.env.SYNC_HISTORIES ?? 100);
const SEED = process.env.SYNC_SEED === undefined ? undefined : Number(process.env.SYNC_SEED);

const START = Date.UTC(2026, 1, 1);
const id = fc.integer({ min: 1, max: 8 });
const nth = fc.integer({ min: 1, max: 3 });
const content = fc.constantFrom('', 'ein Satz', 'another sentence', 'x'.repeat(3_000));
const nameId = fc.integer({ min: 1, max: 3 });
const kind = fc.constantFrom('tag', 'correspondent');
const tags = fc.uniqueArray(nameId, { maxLength: 2 }).map((ids) => ids.sort());
const owner = fc.constantFrom(undefined, 2, 3);
const name = fc.constantFrom('A', 'No-AI');
const mode = fc.constantFrom<('tick' | 'reconcile' | 'full')[]>('tick', 'tick', 'tick', 'reconcile', 'full');
const limit = fc.constantFrom(undefined, undefined, undefined, 1, 3);
const reading = fc.constantFrom('read', 'changedSince', 'allIds', 'count', 'names');
const writing = fc.constantFrom(
  'replace',
  'updateMetadata',
  'remove',
  'setNames',
  'finish',
  'publish',
  'begin',
  'documents',
);

const STEPS = [
  [4, fc.record({ do: fc.constant('put' as const), id, content, tags, isOld: fc.boolean() })],
  [1, fc.record({ do: fc.constant('recognise again' as const), id, content })],
  [1, fc.record({ do: fc.constant('permit' as const), id, owner })],
  [2, fc.record({ do: fc.constant('trash' as const), id })],
  [1, fc.record({ do: fc.constant('restore' as const), id })],
  [2, fc.record({ do: fc.constant('rename' as const), kind, id: nameId, name })],
  [1, fc.record({ do: fc.constant('forget name' as const), kind, id: nameId })],
  [1, fc.record({ do: fc.constant('exclude' as const), excludeTags: fc.subarray(['no-ai', 'tag 2']) })],
  [1, fc.record({ do: fc.constant('change recipe' as const), analyzer: fc.integer({ min: 1, max: 2 }) })],
  [1, fc.record({ do: fc.constant('embedder' as const), isDown: fc.boolean() })],
  [1, fc.record({ do: fc.constant('break source' as const), reading, nth })],
  [1, fc.record({ do: fc.constant('break index' as const), writing, nth })],
  [1, fc.record({ do: fc.constant('trash in mid-run' as const), id, reading })],
  [6, fc.record({ do: fc.constant('run' as const), mode, limit })],
] as const;
const step = fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary: arbitrary as fc.Arbitrary<Step> })));
type Step = (typeof STEPS)[number][1] extends fc.Arbitrary<infer T> ? T : never;

const sourceDown = new UnavailableError('paperless', 'Paperless does not answer');
const embedderDown = new UnavailableError('ollama', 'Ollama does not answer');
const diskFull = new StorageError('the disk is full');

/** A bench, and what the source can't tell of its documents by their modification time. */
interface World {
  readonly bench: SyncWorld;
  readonly embedder: ScriptedEmbedder;
  readonly trashed: Set<Id>;
  /** Changed without a trace since the last reconcile: a tick can't know. */
  readonly silent: Set<Id>;
  /** Minutes since the beginning. */
  minutes: number;
  /** Trashed while the run was at work: it may know or not. */
  readonly sudden: Set<Id>;
}

describe('any history of edits, faults and runs', () => {
  it('leaves the index in step after a run that succeeds, and no removed document after any run', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.boolean(),
      async (steps, isDense) => {
        const bench = createSyncWorld();
        const embedder = createScriptedEmbedder();
        if (isDense) bench.deps.embedder = embedder.embedder;
        const world: World = { bench, embedder, trashed: new Set(), silent: new Set(), sudden: new Set(), minutes: 0 };
        try {
          fill(world);
          for (const each of steps) await take(world, each);
          bench.sourceFaults.disarm();
          bench.indexFaults.disarm();
          embedder.failWith(undefined);
          await bench.run({ mode: 'reconcile' });
          await bench.assertInStep();
        } finally {
          await bench.close();
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, ...(SEED !== undefined && { seed: SEED }) });
  });
});

/** Names and documents to begin with, so that every step finds something to do. */
function fill(world: World): void {
  const { library } = world.bench;
  for (const id of [1, 2, 3]) {
    library.setName('tag', id, `tag ${id}`);
    library.setName('correspondent', id, `correspondent ${id}`);
  }
  for (const id of [1, 2, 3, 4, 5]) {
    library.add(toNewDocument(world, { do: 'put', id, content: 'ein Satz', tags: [(id % 3) + 1], isOld: false }));
  }
}

async function take(world: World, each: Step): Promise<void> {
  const { bench, trashed, silent } = world;
  const { library, sourceFaults, indexFaults, deps } = bench;
  const present = new Set(await library.source.allIds());
  const isThere = 'id' in each && present.has(each.id);
  switch (each.do) {
    case 'put':
      if (isThere) library.edit(each.id, { content: each.content, tags: each.tags, modified: passTime(world) });
      else if (!trashed.has(each.id)) library.add(toNewDocument(world, each));
      silent.delete(each.id);
      break;
    case 'recognise again':
      if (isThere) library.editSilently(each.id, { content: each.content });
      silent.add(each.id);
      break;
    case 'permit':
      if (isThere) library.editSilently(each.id, { permissions: { owner: each.owner, viewUsers: [], viewGroups: [] } });
      silent.add(each.id);
      break;
    case 'trash':
      if (isThere) trash(world, each.id);
      break;
    case 'restore':
      if (trashed.delete(each.id)) library.restore(each.id);
      break;
    case 'rename':
      // A database never gives the id of a deleted name away again.
      if ((await library.source.names())[each.kind].has(each.id)) library.setName(each.kind, each.id, each.name);
      break;
    case 'forget name':
      if ((await library.source.names())[each.kind].has(each.id)) library.deleteName(each.kind, each.id);
      break;
    case 'exclude':
      deps.excludeTags = each.excludeTags;
      break;
    case 'change recipe':
      deps.recipe = { ...deps.recipe, analyzer: each.analyzer };
      break;
    case 'embedder':
      world.embedder.failWith(each.isDown ? embedderDown : undefined);
      break;
    case 'break source':
      sourceFaults.onCall(each.reading, each.nth, () => fail(sourceDown));
      break;
    case 'break index':
      indexFaults.onCall(each.writing, each.nth, () => fail(diskFull));
      break;
    case 'trash in mid-run':
      sourceFaults.onCall(each.reading, 1, () => {
        if (!isThere || trashed.has(each.id)) return;
        trash(world, each.id);
        world.sudden.add(each.id);
      });
      break;
    case 'run':
      await runAndCheck(world, each);
  }
}

/** An old one appears without a new modification time, as when the token is given more rights. */
function toNewDocument(world: World, { id, content, tags, isOld }: Extract<Step, { do: 'put' }>): Partial<Document> {
  const modified = isOld ? toInstant(START) : passTime(world);
  return { id, content, tags, modified, title: `Title ${id}`, correspondent: (id % 3) + 1 };
}

/** Further apart than the overlap with which a tick reads. */
function passTime(world: World): string {
  world.minutes += 1;
  return toInstant(START + world.minutes * 60_000);
}

function trash({ bench, trashed }: World, document: Id): void {
  bench.library.trash(document);
  trashed.add(document);
}

async function runAndCheck(
  { bench, trashed, silent, sudden }: World,
  { mode, limit }: Extract<Step, { do: 'run' }>,
): Promise<void> {
  const gone = new Set(trashed);
  sudden.clear();
  const { result, error } = await bench.run({ mode, ...(limit !== undefined && { limit }) }).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  );
  assert.ok([undefined, sourceDown, diskFull, embedderDown].includes(error as never), String(error));
  // Removals are followed without the embedder too.
  if (error !== sourceDown && error !== diskFull) {
    const indexed = await bench.indexed();
    assert.deepEqual(
      indexed.filter((document) => gone.has(document)),
      [],
      'removed documents are gone after a run',
    );
  }
  const isFollowed = result?.failed === 0 && limit === undefined;
  if (isFollowed && mode === 'reconcile') silent.clear();
  if (isFollowed) await bench.assertInStep(silent.union(sudden));
}

function fail(error: Error): never {
  throw error;
}
