import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { StorageError } from '../../src/errors.ts';
import { createNames, EVERYTHING } from '../../src/model.ts';
import type { PassageReader } from '../../src/ports.ts';
import type { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { createEntry, LEXICAL, openReader, publishEntries, toIds } from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };

describe('the reader threads', () => {
  const world = createSqliteWorld();
  const workers: Worker[] = [];
  const remember = (message: unknown) => void workers.push((message as { worker: Worker }).worker);
  let index: SqlitePassageIndex;
  let reader: PassageReader;

  before(async () => {
    await publishEntries(world.open(), LEXICAL, [
      createEntry(1, { texts: ['lemon'] }),
      createEntry(2, { texts: ['melon'] }),
    ]);
    subscribe('worker_threads', remember);
  });
  after(async () => {
    unsubscribe('worker_threads', remember);
    await world.close();
  });
  beforeEach(async () => {
    workers.length = 0;
    index = world.open();
    reader = await openReader(index);
  });

  it('answers calls made at the same time each with its own result', async () => {
    const words = ['lemon', 'melon', 'lemon', 'nothing'];
    const answers = await Promise.all(words.map((word) => reader.stemsTop([word], 5, ALL)));
    assert.deepEqual(answers.map(toIds), [['1-0'], ['2-0'], ['1-0'], []]);
    assert.equal(workers.length, 2);
  });

  it('are one as long as one call waits for the other', async () => {
    for (const word of ['lemon', 'melon']) await reader.stemsTop([word], 5, ALL);
    assert.equal(workers.length, 1);
  });

  it('are one for short calls made at the same time, each of which gets its own answer or error', async () => {
    const nonsense = { scope: undefined as unknown as typeof EVERYTHING };
    const [mark, failed, counts] = await Promise.allSettled([
      reader.mark(),
      reader.countDocuments(nonsense),
      reader.frequencies(['melon']),
    ]);
    assert.deepEqual([mark.status, failed.status], ['fulfilled', 'rejected']);
    assert.deepEqual(counts, { status: 'fulfilled', value: new Map([['melon', 1]]) });
    assert.equal(workers.length, 1);
  });

  it('answer a short call before the long ones that wait: four askers waited for one another at every step', async () => {
    const order: string[] = [];
    const long = Array.from({ length: 6 }, () => reader.stemsTop(['lemon'], 5, ALL).then(() => order.push('long')));
    await Promise.all([...long, reader.mark().then(() => order.push('short'))]);
    assert.ok(order.indexOf('short') <= 2, order.join(' '));
  });

  it('read names again only when something was written', async () => {
    const writer = await index.writer(reader.generation.id);
    const name = (text: string) => writer.setNames({ ...createNames(), tag: new Map([[1, text]]) });
    await name('water');
    const first = await reader.names();
    assert.equal(await (await openReader(index)).names(), first, 'the same object');
    await name('power');
    assert.deepEqual([first.tag, (await reader.names()).tag], [new Map([[1, 'water']]), new Map([[1, 'power']])]);
  });

  it('gives the answer of an aborted call to nobody', async () => {
    const controller = new AbortController();
    const options = { ...ALL, signal: controller.signal };
    const aborted = [reader.stemsTop(['lemon'], 5, options), reader.stemsTop(['lemon'], 5, options)];
    const kept = reader.stemsTop(['melon'], 5, ALL);
    controller.abort();
    for (const call of aborted) await assert.rejects(call, { name: 'AbortError' });
    assert.deepEqual(toIds(await kept), ['2-0']);
  });

  it('rejects what a thread was at when it dies; the others are answered', async () => {
    const outcome = Promise.allSettled(['lemon', 'melon', 'lemon'].map((word) => reader.stemsTop([word], 5, ALL)));
    await workers[0]?.terminate();
    const lost = (await outcome).filter((result) => result.status === 'rejected');
    // The thread may just have answered, and not have got another call yet.
    assert.ok(lost.length <= 1, `${lost.length} calls were lost`);
    assert.ok(lost.every(({ reason }) => reason instanceof StorageError));
    assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)), ['1-0']);
  });

  it('survives a call that fails, with the error of the thread', async () => {
    const nonsense = { scope: undefined as unknown as typeof EVERYTHING };
    await assert.rejects(reader.stemsTop(['lemon'], 5, nonsense), (error: Error) => {
      assert.match(error.message, /undefined/);
      assert.match(error.stack ?? '', /conditions\.ts/, 'the stack says where');
      return true;
    });
    assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)), ['1-0']);
  });

  it('rejects what is pending, and every later call, once the index is closed', async () => {
    const outcome = Promise.allSettled([reader.stemsTop(['lemon'], 5, ALL)]);
    await index.close();
    const [result] = await outcome;
    assert.ok(result?.status === 'rejected' && result.reason instanceof StorageError);
    await assert.rejects(reader.stats(), StorageError);
    await assert.rejects(index.reader(), StorageError);
    await index.close();
  });

  it('fails a call, not the process, when no thread can be started', async () => {
    const uncloneable = (() => {}) as unknown as string;
    const broken = world.open({ vectorExtension: uncloneable });
    await assert.rejects(broken.reader(), { name: 'DataCloneError' });
    await assert.rejects(broken.reader(), { name: 'DataCloneError' });
  });

  it('keeps no process alive that has nothing else to do', async () => {
    const program = `
      const { SqlitePassageIndex } = await import(process.argv[1]);
      const log = { warn() {}, debug() {} };
      const index = new SqlitePassageIndex({ folder: process.argv[2], log, now: Date.now });
      const reader = await index.reader();
      console.log((await reader.stats()).passages);`;
    const module = join(import.meta.dirname, '../../src/sqlite/sqlite-passage-index.ts');
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, module, world.folder]);
    assert.deepEqual(await run, { stdout: '2\n', stderr: '' });
  });
});
