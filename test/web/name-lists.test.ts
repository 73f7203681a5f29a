import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import type { Asker } from '../../src/ports.ts';
import { createNameLists } from '../../src/web/name-lists.ts';
import { createManualClock } from '../fakes/manual-clock.ts';

const EVERYONE: Asker = { kind: 'everyone' };
const ANNA: Asker = { kind: 'user', name: 'anna' };

describe('createNameLists', () => {
  it('asks the archive once per time to live, however many ask', async () => {
    const { lists, asked, clock } = open();
    await Promise.all([
      lists.read('tag', EVERYONE),
      lists.read('tag', EVERYONE),
      lists.read('correspondent', EVERYONE),
    ]);
    clock.advance(299_999);
    await lists.read('tag', EVERYONE);
    assert.deepEqual(asked, ['tag', 'correspondent']);
    clock.advance(1);
    assert.deepEqual(await lists.read('tag', EVERYONE), {
      names: [{ name: 'tag 3', count: 3 }],
      isStale: false,
      until: clock.now() + 300_000,
    });
  });

  it('gives the last good list while the archive is down, and says that it is stale', async () => {
    const { lists, clock, archive } = open();
    const good = await lists.read('tag', EVERYONE);
    archive.isDown = true;
    clock.advance(300_000);
    const stale = await lists.read('tag', EVERYONE);
    assert.deepEqual([stale.names, stale.isStale], [good.names, true]);
  });

  it('tries again soon after a failure, not at every call', async () => {
    const { lists, asked, clock, archive } = open();
    await lists.read('tag', EVERYONE);
    archive.isDown = true;
    clock.advance(300_000);
    await lists.read('tag', EVERYONE);
    await lists.read('tag', EVERYONE);
    assert.equal(asked.length, 2);
    archive.isDown = false;
    clock.advance(15_000);
    assert.equal((await lists.read('tag', EVERYONE)).isStale, false);
  });

  it('asks anew for each user, and gives nobody the list of another or of before', async () => {
    const { lists, archive } = open();
    await lists.read('tag', EVERYONE);
    assert.deepEqual((await lists.read('tag', ANNA)).names, [{ name: 'tag of anna', count: 1 }]);
    assert.deepEqual((await lists.read('tag', { kind: 'user', name: 'ben' })).names, [
      { name: 'tag of ben', count: 1 },
    ]);
    assert.equal(lists.last('tag', ANNA), undefined);
    archive.isDown = true;
    await assert.rejects(lists.read('tag', ANNA), UnavailableError);
  });

  it('throws when there has never been a list', async () => {
    const { lists, archive } = open();
    archive.isDown = true;
    await assert.rejects(lists.read('tag', EVERYONE), UnavailableError);
    archive.isDown = false;
    assert.equal((await lists.read('tag', EVERYONE)).isStale, false);
  });
});

function open() {
  const asked: string[] = [];
  const archive = {
    isDown: false,
    async counts(kind: string) {
      asked.push(kind);
      if (archive.isDown) throw new UnavailableError('paperless', 'Paperless is down');
      return [{ name: `${kind} ${asked.length}`, count: asked.length }];
    },
  };
  const answers = {
    async listNames(kind: string, asker: Asker) {
      if (archive.isDown) throw new UnavailableError('paperless', 'Paperless is down');
      return [{ name: `${kind} of ${asker.kind === 'user' ? asker.name : 'all'}`, count: 1 }];
    },
  };
  const clock = createManualClock();
  return { lists: createNameLists({ archive, answers, ttlMs: 300_000, now: clock.now }), asked, clock, archive };
}
