import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeIndex } from '../../src/doctor/judge-index.ts';
import { judgeState } from '../../src/doctor/judge-state.ts';
import type { IndexStatus } from '../../src/sync/read-status.ts';
import { assertFailed, createDoctorWorld, find, namesOf } from './doctor-world.ts';

describe('doctor and the state folder', () => {
  it('says that it will be created, and creates nothing', async (context) => {
    const { examine, stateDir } = await createDoctorWorld(context);
    const { state, message } = find(await examine(), 'state_folder');
    assert.deepEqual([state, message], ['ok', `${stateDir} will be created by the first run.`]);
    assert.ok(!existsSync(stateDir));
    assert.deepEqual(readdirSync(dirname(stateDir)), []);
  });

  it('names one that can not be', async (context) => {
    const { examine, stateDir } = await createDoctorWorld(context);
    writeFileSync(stateDir, 'a file');
    const checks = await examine({ STATE_DIR: join(stateDir, 'below') });
    assert.deepEqual(namesOf(checks, 'failed'), ['state_folder'], 'one cause was named three times');
    assert.match(find(checks, 'index').message, /while the state folder cannot be used/);
    assert.match(find(checks, 'state_folder').fix ?? '', /STATE_DIR/);
  });

  const folder = { folder: '/state', exists: true, problem: undefined };

  it('names a disk that is nearly full', () => {
    const checks = judgeState({ ...folder, freeBytes: 20_000_000 }, undefined);
    assertFailed(checks, 'disk_space', /Only 20\.0 MB free/, /Free some space/);
  });

  it('warns with numbers when there is no room for a second index', () => {
    const { state, message } = find(judgeState({ ...folder, freeBytes: 1.1e9 }, 1e9), 'disk_space');
    assert.deepEqual([state, message], ['open', '1.1 GB free. A second index beside the live one needs about 1.2 GB.']);
    assert.equal(find(judgeState({ ...folder, freeBytes: 1.2e9 }, 1e9), 'disk_space').state, 'ok');
  });

  it('says nothing of the room where that can not be told', () => {
    assert.deepEqual(
      judgeState({ ...folder, freeBytes: undefined }, 1e9).map(({ name }) => name),
      ['state_folder'],
    );
  });
});

describe('doctor and the index', () => {
  it('names a damaged cursor and one of a newer version', async (context) => {
    const { examine, stateDir } = await createDoctorWorld(context);
    mkdirSync(stateDir);
    writeFileSync(join(stateDir, 'cursor.json'), '{"version":');
    assertFailed(await examine(), 'cursor', /cursor\.json is damaged/, /Either restore it from a backup, or move it/);
    writeFileSync(join(stateDir, 'cursor.json'), '{"version": 9}');
    assertFailed(await examine(), 'cursor', /newer version/, /Either install that version again, or move it/);
  });

  it('names an index that is damaged', async (context) => {
    const { examine, index, stateDir } = await createDoctorWorld(context);
    await index();
    writeFileSync(join(stateDir, 'index', 'live.json'), '{');
    const checks = await examine();
    assert.equal(find(checks, 'index').state, 'failed');
    assert.match(find(checks, 'index').message, /live\.json is damaged/);
    assert.equal(find(checks, 'cursor').state, 'open');
  });

  const LIVE: NonNullable<IndexStatus['live']> = {
    generation: 'g1',
    started_at: '2026-01-01T00:00:00.000000Z',
    recipe: { schema: 1, chunker: 1, analyzer: 1, embedding: null },
    cursor: '2026-01-01T00:00:00.000000Z',
    documents: 3,
    passages: 5,
  };
  const judge = (status: Partial<IndexStatus>) =>
    judgeIndex({
      embedding: { value: undefined },
      cursorProblem: undefined,
      status: { failed: 0, set_aside: 0, excluded: 0, runs: {}, age_s: 60, ...status },
    });

  it('has nothing against an empty one, and says what to run', () => {
    const checks = judge({});
    assert.deepEqual(
      checks.map(({ state }) => state),
      ['open', 'open'],
    );
    assert.equal(find(checks, 'index').fix, 'Run paperless-index.');
  });

  it('warns when no run has succeeded for more than a day', () => {
    assert.equal(find(judge({ live: LIVE, age_s: 25 * 3_600 }), 'cursor').state, 'ok');
    const { state, message } = find(judge({ live: LIVE, age_s: 27 * 3_600 }), 'cursor');
    assert.deepEqual([state, message], ['open', 'In step with the documents 27 hours ago.']);
  });

  it('tells of a cursor that belongs to another index, failed documents, and who is at work', () => {
    const { cursor: _cursor, ...uncursored } = LIVE;
    assert.match(find(judge({ live: uncursored }), 'cursor').message, /the next run compares all documents/);
    assert.match(find(judge({ live: LIVE, failed: 2 }), 'failures').fix ?? '', /paperless-index failures/);
    const running = { pid: 1, started_at: '', doing: 'full' };
    assert.match(find(judge({ live: LIVE, running }), 'index').message, /A run is at work \(full\)/);
  });
});
