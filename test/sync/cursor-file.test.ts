import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { prepareStateDir, readCursorFile, writeCursorFile } from '../../src/sync/cursor-file.ts';
import { createGenerationState, createState } from '../../src/sync/sync-state.ts';
import { temporaryFolder } from './temporary-folder.ts';

const CURSOR = '2026-11-30T11:19:01.628871Z';

function createFilledState() {
  const state = createState();
  state.live = { ...createGenerationState('g1'), cursor: CURSOR };
  state.live.failed.set(7, { id: 7, attempts: 2, modified: CURSOR, reason: 'NaN', tried_at: CURSOR });
  state.live.postponed.add(8);
  state.building = createGenerationState('g2');
  state.excluded = { tags: [3], documents: new Set([12]) };
  state.lastSuccessAt = CURSOR;
  const summary = {
    seen: 1,
    unchanged: 0,
    embedded: 1,
    metadata_only: 0,
    removed: 0,
    failed: 0,
    passages: 2,
    duration_ms: 5,
  };
  state.runs.tick = { started_at: CURSOR, finished_at: CURSOR, outcome: 'failed', error: 'unavailable', summary };
  return state;
}

describe('cursor.json', () => {
  it('comes back as it was written', (context) => {
    const folder = temporaryFolder(context);
    const state = createFilledState();
    writeCursorFile(folder, state);
    assert.deepEqual(readCursorFile(folder), state);
  });

  it('keeps the empty state too', (context) => {
    const folder = temporaryFolder(context);
    writeCursorFile(folder, createState());
    assert.deepEqual(readCursorFile(folder), createState());
  });

  it('is readable by people, and by nobody but the owner', (context) => {
    const folder = join(temporaryFolder(context), 'state');
    prepareStateDir(folder);
    writeCursorFile(folder, createFilledState());
    const path = join(folder, 'cursor.json');
    assert.match(readFileSync(path, 'utf8'), /\n {2}"live": \{\n {4}"generation": "g1",\n {4}"cursor": "2026-/);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(folder), ['cursor.json']);
  });

  it('is undefined when there is none', (context) => {
    assert.equal(readCursorFile(join(temporaryFolder(context), 'nowhere')), undefined);
  });

  for (const [name, text] of [
    ['cut off', '{"version": 1, "excl'],
    ['empty', ''],
    ['of zeros', '\0\0\0\0'],
    ['another JSON', '[1]'],
    ['without a part', '{"version": 1}'],
    [
      'with an impossible date, which was a bug (exit 70)',
      JSON.stringify({
        version: 1,
        live: { generation: 'g', cursor: '2024-99-99T00:00:00.000000Z', failed: [], postponed: [] },
        excluded: { tags: [], documents: [] },
        runs: {},
      }),
    ],
    [
      'with a strange cursor',
      JSON.stringify({ version: 1, live: { generation: 'g', cursor: 'yesterday', failed: [] } }),
    ],
  ] as const) {
    it(`is an error that names the file and the two ways out when it is ${name}`, (context) => {
      const folder = temporaryFolder(context);
      writeFileSync(join(folder, 'cursor.json'), text);
      assert.throws(() => readCursorFile(folder), {
        name: 'StorageError',
        message: /cursor\.json is damaged\. Either restore it from a backup, or move it away/,
      });
    });
  }

  it('is a mismatch when a newer version wrote it', (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, 'cursor.json'), '{"version": 2, "something": "new"}');
    assert.throws(() => readCursorFile(folder), {
      name: 'IndexMismatchError',
      message: /cursor\.json was written by a newer version.*Either install that version again, or move it away/,
    });
  });

  it('stays as it was when it cannot be replaced', (context) => {
    const folder = temporaryFolder(context);
    writeCursorFile(folder, createFilledState());
    // Stands in the way of the temporary file, for root too.
    mkdirSync(join(folder, 'cursor.json.new'));
    assert.throws(() => writeCursorFile(folder, createState()), {
      name: 'StorageError',
      message: /cursor\.json cannot be/,
    });
    assert.deepEqual(readCursorFile(folder), createFilledState());
  });

  it('says what is wrong with the folder', (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, 'file'), '');
    assert.throws(() => prepareStateDir(join(folder, 'file', 'state')), {
      name: 'StorageError',
      message: /a part of its path, is a file. Set STATE_DIR to a folder/,
    });
  });
});
