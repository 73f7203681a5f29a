import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, SignInError, UnavailableError } from '../../src/errors.ts';
import type { FilterKind } from '../../src/model.ts';
import { PaperlessArchive } from '../../src/paperless/archive.ts';
import { checkAccess } from '../../src/paperless/check-access.ts';
import type { Asker } from '../../src/ports.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { failWith } from '../fakes/paperless/faults.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { assertDescribed } from './sample-world.ts';
import { createTestClient } from './test-client.ts';

const LETTERS = 25;
const ANNA = as('anna');

describe('what a Paperless user may see', () => {
  it('takes a lost group away at once, which changes no document', async () => {
    const { ids, archive, userOf } = setUp();
    assert.equal((await archive.visible(ids, ANNA)).size, 32);
    userOf('anna').groups = [];
    assert.equal((await archive.visible(ids, ANNA)).size, 21);
  });

  it('is known anew at the next question after an answer was checked', async () => {
    const { ids, archive, userOf } = setUp();
    const scopeOf = async () => (await archive.access(ANNA)).scope;
    assert.deepEqual(await scopeOf(), { kind: 'user', user: 3, groups: [1] });
    userOf('anna').groups = [];
    await archive.visible(ids, ANNA);
    assert.deepEqual(await scopeOf(), { kind: 'user', user: 3, groups: [] });
  });

  it('is never older than its time to live, and read once however many ask', async () => {
    const { archive, userOf, fake, advance } = setUp();
    await Promise.all([archive.access(ANNA), archive.access(ANNA), archive.access(as('ben'))]);
    const perUser = fake.requests.filter(({ path }) => path === '/api/users/').length;
    assert.deepEqual([perUser, fake.requests.length], [2, 5]);
    userOf('anna').groups = [];
    advance(59_999);
    assert.deepEqual((await archive.access(ANNA)).scope, { kind: 'user', user: 3, groups: [1] });
    assert.equal(fake.requests.length, 5);
    advance(1);
    assert.deepEqual((await archive.access(ANNA)).scope, { kind: 'user', user: 3, groups: [] });
    assertDescribed(fake);
  });

  it('is not known from before when Paperless is down and the time is over', async () => {
    const { archive, fake, advance } = setUp();
    await archive.access(ANNA);
    fake.faults.add(failWith(503));
    assert.equal((await archive.access(ANNA)).scope.kind, 'user');
    advance(60_000);
    await assert.rejects(archive.access(ANNA), UnavailableError);
    await assert.rejects(archive.visible([3], ANNA), UnavailableError);
  });

  it('is not made younger by a clock that is set back', async () => {
    const { archive, userOf, advance } = setUp();
    await archive.access(ANNA);
    userOf('anna').groups = [];
    advance(-1);
    assert.deepEqual((await archive.access(ANNA)).scope, { kind: 'user', user: 3, groups: [] });
  });

  it('is nothing once somebody is deactivated, renamed, or loses view_document in the middle of an answer', async () => {
    for (const change of [
      { is_active: false },
      { username: 'anna-maria' },
      { permissions: [], groups: [] },
      { username: 'Anna' },
    ]) {
      const { archive, userOf } = setUp();
      await archive.access(ANNA);
      Object.assign(userOf('anna'), change);
      await assert.rejects(archive.visible([3], ANNA), { name: 'SignInError', httpStatus: 403 });
      await assert.rejects(archive.access(ANNA), SignInError);
    }
  });

  it('follows a document that changes hands', async () => {
    const { archive, library } = setUp();
    library.edit(3, { owner: 4, view: { users: [], groups: [] } });
    assert.equal((await archive.visible([3], ANNA)).size, 0);
    library.edit(3, { owner: 3 });
    assert.equal((await archive.visible([3], ANNA)).size, 1);
  });

  it('does not go away with one of several who wait for it', async () => {
    const { archive } = setUp();
    const controller = new AbortController();
    const gone = archive.access(ANNA, { signal: controller.signal });
    const stays = archive.access(ANNA);
    controller.abort();
    await assert.rejects(gone, { name: 'AbortError' });
    assert.equal((await stays).scope.kind, 'user');
  });

  it('covers names: the tag of somebody else on a shared document stays hidden', async () => {
    const { archive } = setUp();
    const sees = async (name: string) => (await archive.access(as(name))).maySeeName('tag', LETTERS);
    assert.deepEqual(await Promise.all(['anna', 'ben', 'admin'].map(sees)), [false, true, true]);
  });

  it('covers no name of a kind that the user may not view', async () => {
    const { archive, library, userOf } = setUp();
    library.groups.clear();
    Object.assign(userOf('anna'), { groups: [], permissions: ['view_document', 'view_tag'] });
    const { maySeeName } = await archive.access(ANNA);
    const seen = (['tag', 'correspondent', 'document_type'] as const).map((kind: FilterKind) => maySeeName(kind, 1));
    assert.deepEqual(seen, [true, false, false]);
  });

  it('covers no name that is gone, nor any of a kind that the token may not read', async () => {
    const { archive, fake } = setUp();
    fake.faults.add(failWith(403), { match: ({ path }) => path === '/api/tags/' });
    const { maySeeName } = await archive.access(ANNA);
    assert.deepEqual(
      [maySeeName('correspondent', 1), maySeeName('correspondent', 999), maySeeName('tag', 1)],
      [true, false, false],
    );
  });

  it('is asked for by the exact name, without another user of nearly the same', async () => {
    const { archive, library } = setUp();
    library.addUser({ id: 9, username: 'Jürgen', permissions: ['view_document'] });
    assert.deepEqual((await archive.access(as('Jürgen'))).scope, { kind: 'user', user: 9, groups: [] });
    for (const name of [
      'jürgen',
      'Jurgen',
      'J\u00c3\u00bcrgen',
      'Ju\u0308rgen',
      'anna, ben',
      ' anna',
      'anna ',
      '',
      '*',
    ])
      await assert.rejects(archive.access(as(name)), { httpStatus: 403 }, name);
  });

  it('costs no request for a name that is too long to be one', async () => {
    const { archive, fake } = setUp();
    await assert.rejects(archive.access(as('a'.repeat(151))), SignInError);
    assert.equal(fake.requests.length, 0);
  });
});

describe('a token that may not read users', () => {
  it('is the trouble of whoever runs this, not of the person who asks', async () => {
    const { archive, library } = setUp();
    library.addUser({ id: 2, username: 'admin', permissions: ['view_document'] });
    for (const call of [archive.visible([3], ANNA), archive.access(ANNA)])
      await assert.rejects(call, { name: 'UnavailableError', message: /view_user/ });
  });

  it('is the trouble of whoever runs this when Paperless refuses it altogether', async () => {
    const { archive, userOf } = setUp();
    userOf('admin').is_active = false;
    await assert.rejects(archive.visible([3], ANNA), UnavailableError);
    await assert.rejects(archive.visible([3], { kind: 'everyone' }), SignInError);
  });

  it('is refused at the start, with every permission named that it lacks', async () => {
    const { client, userOf } = setUp();
    await checkAccess(client, {});
    Object.assign(userOf('admin'), { is_superuser: false, permissions: ['view_document'] });
    await assert.rejects(checkAccess(client, {}), (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /lacks view_user and view_group\./);
      return true;
    });
    userOf('admin').permissions.push('view_user');
    await assert.rejects(checkAccess(client, {}), /lacks view_group\./);
  });
});

function as(name: string): Asker {
  return { kind: 'user', name };
}

function setUp() {
  const library = readRecordedLibrary();
  const fake = createFakePaperless(library);
  const { client } = createTestClient(fake);
  let time = 1_000_000;
  return {
    library,
    fake,
    client,
    archive: new PaperlessArchive(client, 'https://papers.example/', { now: () => time }),
    ids: library.list().map(({ id }) => id),
    advance: (ms: number) => {
      time += ms;
    },
    userOf: (name: string) =>
      [...library.users.values()].find(({ username }) => username === name) ?? assert.fail(name),
  };
}
