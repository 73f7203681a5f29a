import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerWebPage, failWith, redirectTo } from '../fakes/paperless/faults.ts';
import type { FakeUser } from '../fakes/paperless/objects.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { assertFailed, createDoctorWorld, type DoctorWorld, find, namesOf } from './doctor-world.ts';

const ALL = [
  'view_document',
  'view_tag',
  'view_correspondent',
  'view_documenttype',
  'view_storagepath',
  'view_customfield',
];

/** What the doctor says of a token whose user has just these permissions. */
function examineAs({ paperless, examine }: DoctorWorld, permissions: readonly string[], more: Partial<FakeUser> = {}) {
  const user = paperless.library.addUser({ id: 77, username: 'rag', permissions: [...permissions], ...more });
  return examine({ PAPERLESS_API_TOKEN: user.token });
}

describe('doctor and a Paperless that works', () => {
  it('says which one it is, and what the token may view', async (context) => {
    const world = await createDoctorWorld(context);
    const checks = await examineAs(world, [...ALL, 'view_user', 'view_group']);
    assert.deepEqual(namesOf(checks, 'failed'), []);
    assert.equal(find(checks, 'paperless').message, 'Paperless 3.0.5 answers.');
    assert.match(find(checks, 'token').message, /Accepted; its user may view \d+ documents\./);
    assert.deepEqual(
      [...ALL.slice(1), 'view_user', 'view_group'].map((name) => find(checks, name).state),
      Array(7).fill('ok'),
    );
  });

  it('calls names that may not be viewed a loss, and users and groups none', async (context) => {
    const checks = await examineAs(await createDoctorWorld(context), ['view_document', 'view_tag']);
    assert.deepEqual(namesOf(checks, 'failed'), []);
    const { state, message, fix } = find(checks, 'view_correspondent');
    assert.deepEqual([state, fix], ['open', 'Give that user the permission view_correspondent in Paperless.']);
    assert.match(message, /may not view correspondents, so their names are neither found nor shown/);
    assert.deepEqual([find(checks, 'view_user').state, find(checks, 'view_user').fix], ['open', undefined]);
  });

  it('compares its documents with the index', async (context) => {
    const world = await createDoctorWorld(context);
    await world.index();
    const all = await world.examine();
    assert.match(find(all, 'coverage').message, /The index knows all 4 documents/);
    assert.match(find(all, 'index').message, /4 documents, 4 passages, for words only\./);
    assert.match(find(all, 'cursor').message, /In step with the documents 0 minutes ago\./);
    world.paperless.library.add({ title: 'new' });
    const { state, message, fix } = find(await world.examine(), 'coverage');
    assert.deepEqual([state, message], ['open', '1 document of 5 not in the index.']);
    assert.match(fix ?? '', /Run paperless-index/);
  });

  it('sends nothing but questions', async (context) => {
    const world = await createDoctorWorld(context);
    await world.examine();
    assert.deepEqual([...new Set(world.paperless.requests.map(({ method }) => method))], ['GET']);
  });
});

describe('doctor and a Paperless that does not work', () => {
  const cases: readonly (readonly [string, (world: DoctorWorld) => void, RegExp, RegExp])[] = [
    [
      'http instead of https',
      ({ paperless }) => paperless.faults.add(redirectTo('https://paperless.example.org/api/documents/', 301)),
      /moved GET \/api\/documents\/ elsewhere/,
      /Set PAPERLESS_API_URL to https:\/\/paperless\.example\.org/,
    ],
    [
      'a login page where data should be',
      ({ paperless }) => paperless.faults.add(answerWebPage()),
      /answered with a web page instead of data/,
      /Set PAPERLESS_API_URL to an address that reaches Paperless itself/,
    ],
    [
      'a sign-in proxy (SSO)',
      ({ paperless }) => paperless.faults.add(redirectTo('https://sso.example.org/login?state=secret')),
      /redirected to https:\/\/sso\.example\.org, most likely a sign-in proxy/,
      /Set PAPERLESS_API_URL/,
    ],
    [
      'an API of another version',
      ({ paperless }) => paperless.faults.add(failWith(406)),
      /neither version 10 nor version 9/,
      /Use a Paperless-ngx that does/,
    ],
    [
      'a server that fails',
      ({ paperless }) => paperless.faults.add(failWith(503)),
      /failed to answer .* \(status 503\)/,
      /Look at its log/,
    ],
  ];
  for (const [name, breakIt, message, fix] of cases) {
    it(`names ${name}`, async (context) => {
      const world = await createDoctorWorld(context);
      breakIt(world);
      const checks = await world.examine();
      assertFailed(checks, 'paperless', message, fix);
      assert.doesNotMatch(JSON.stringify(checks), /secret|0000admin/);
    });
  }

  it('names a server that is down', async (context) => {
    const world = await createDoctorWorld(context);
    const gone = await serveFake(world.paperless);
    await gone.close();
    const checks = await world.examine({ PAPERLESS_API_URL: gone.url });
    assertFailed(checks, 'paperless', /nothing listens at this address/, /Check that it runs/);
  });

  it('names a wrong base address', async (context) => {
    const world = await createDoctorWorld(context);
    const checks = await world.examine({ PAPERLESS_API_URL: `${world.env.PAPERLESS_API_URL}/paperless` });
    assertFailed(checks, 'paperless', /there is no such API at this address/, /address of Paperless' start page/);
  });

  it('names a token that is wrong, and one of a user who may not sign in any more', async (context) => {
    const world = await createDoctorWorld(context);
    const wrong = await world.examine({ PAPERLESS_API_TOKEN: 'hunter2' });
    assertFailed(wrong, 'token', /Paperless refused the token \(401\)/, /Set PAPERLESS_API_TOKEN to a token from/);
    assert.doesNotMatch(JSON.stringify(wrong), /hunter2/);
    const inactive = await examineAs(world, ALL, { is_active: false });
    assertFailed(inactive, 'token', /User inactive or deleted/, /of an active Paperless user/);
  });

  it('names a token that may not view documents, or not their tags', async (context) => {
    const world = await createDoctorWorld(context);
    const documents = await examineAs(world, ['view_tag']);
    assertFailed(documents, 'view_document', /It probably lacks the permission view_document/, /^$/);
    const tags = await examineAs(
      world,
      ALL.filter((right) => right !== 'view_tag'),
    );
    assertFailed(tags, 'view_tag', /no tag could keep a document out/, /permission view_tag in Paperless/);
  });

  it('names a source that is missing, double, or without a token', async (context) => {
    const { examine } = await createDoctorWorld(context);
    const neither = await examine({ PAPERLESS_API_URL: undefined });
    assertFailed(neither, 'source', /no source of documents/, /Set PAPERLESS_API_URL/);
    assertFailed(await examine({ PAPERLESS_EXPORT_DIR: '/export' }), 'source', /two sources/, /Unset one of them/);
    assertFailed(await examine({ PAPERLESS_API_TOKEN: undefined }), 'source', /needs a token/, /_TOKEN_FILE/);
    const noFolder = await examine({ PAPERLESS_API_URL: undefined, PAPERLESS_EXPORT_DIR: '/nowhere' });
    assert.deepEqual(namesOf(noFolder, 'failed'), ['export']);
  });
});
