import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignInError, UnavailableError } from '../../src/errors.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import { describeDocumentSource } from '../contract/document-source.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { answerWebPage, failWith, rewrite } from '../fakes/paperless/faults.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { seedSynthetic } from '../fakes/paperless/seed-synthetic.ts';
import { createSampleWorld } from './sample-world.ts';
import { createTestClient } from './test-client.ts';

describeDocumentSource('PaperlessSource', async (library) => createSampleWorld(library));
describeDocumentSource('PaperlessSource with small pages', async (library) => createSampleWorld(library, 100));

function setUp(library = readRecordedLibrary()) {
  const fake = createFakePaperless(library);
  const { client, lines } = createTestClient(fake);
  return { fake, library, lines, source: new PaperlessSource(client) };
}

describe('PaperlessSource', () => {
  const large = seedSynthetic(20_000);

  it('reads the recorded library', async () => {
    const { source } = setUp();
    const [document] = await source.read([19]);
    assert.equal(document?.title, 'Mietvertrag Ahornweg 17');
    assert.deepEqual(document.notes, ['Original liegt im grauen Ordner', 'Staffel endet 2024, danach neu verhandeln']);
    assert.deepEqual(document.customFields, [
      { field: 1, value: 'EUR 1180.00' },
      { field: 3, value: 'HK-0417-2' },
    ]);
    assert.deepEqual(document.permissions, { owner: undefined, viewUsers: [], viewGroups: [1] });
    assert.equal(document.modified, '2026-11-30T11:19:50.239000Z');
  });

  it('needs seven requests for a tick with nothing changed, at 20,000 documents', async () => {
    const { fake, source } = setUp(large);
    const rows = await source.changedSince('2027-01-01T00:00:00.000000Z');
    assert.equal(await source.count(), 20_000);
    await source.names();
    assert.deepEqual(rows, []);
    assert.equal(fake.requests.length, 7);
  });

  it('compares a library with a request for every 500 documents and a dozen more', async () => {
    const { fake, source } = setUp(large);
    await source.names();
    assert.equal(await source.count(), 20_000);
    assert.equal((await source.allIds()).length, 20_000);
    const others = fake.requests.length;
    const ids = (await source.allIds()).slice(0, 5_000);
    const before = fake.requests.length;
    for (let at = 0; at < ids.length; at += 500) await source.read(ids.slice(at, at + 500));
    assert.ok(others <= 12, `${others} requests`);
    assert.equal(fake.requests.length - before, 10);
    assert.ok(Math.max(...fake.requests.map(({ raw }) => raw.length)) < 8_000, 'an address became too long');
  });

  it('asks for the needed fields and the permissions only', async () => {
    const { fake, source } = setUp();
    await source.read([9]);
    const query = fake.requests[0]?.query;
    assert.equal(query?.full_perms, 'true');
    assert.ok(!query?.fields?.split(',').some((field) => ['versions', 'mime_type', 'page_count'].includes(field)));
  });

  it('never takes an empty list of ids to Paperless, which would answer with the whole library', async () => {
    const { fake, source } = setUp();
    assert.deepEqual(await source.read([]), []);
    assert.deepEqual(await source.read([0, -1, 1.5, 2 ** 40]), []);
    assert.equal(fake.requests.length, 0);
  });

  it('refuses documents nobody asked for: a proxy that drops the filter must not widen anything', async () => {
    const { fake, source } = setUp();
    fake.faults.add(
      rewrite((body) => ({
        ...body,
        results: [...(body.results as unknown[]), { ...(body.results as object[])[0], id: 3 }],
      })),
    );
    await assert.rejects(source.read([9]), UnavailableError);
  });

  it('refuses a row without permissions, which would look like a document everybody may see', async () => {
    const { fake, source } = setUp();
    const withoutPermissions = ({ permissions: _permissions, ...row }: Record<string, unknown>) => row;
    fake.faults.add(
      rewrite((body) => ({ ...body, results: (body.results as Record<string, unknown>[]).map(withoutPermissions) })),
    );
    await assert.rejects(source.read([9]), /unexpected form at results\.0\.permissions/);
  });

  it('reads large documents in smaller portions instead of failing', async () => {
    const { fake, library, source } = setUp();
    for (const id of [1, 2, 3]) library.edit(id, { content: 'x'.repeat(7 * 1024 * 1024) });
    const documents = await source.read([1, 2, 3]);
    assert.deepEqual(documents.map(({ id }) => id).sort(), [1, 2, 3]);
    assert.ok(fake.requests.length > 1);
  });

  it('keeps the date of a document as it is written, also when an older version adds a time (shown a day early)', async () => {
    const { fake, source } = setUp();
    fake.faults.add(
      rewrite((body) => ({
        ...body,
        results: (body.results as object[]).map((row) => ({ ...row, created: '2023-09-14T00:00:00+02:00' })),
      })),
    );
    assert.equal((await source.read([9]))[0]?.created, '2023-09-14');
  });

  it('shows the newest version of a document under its own id, and no version by itself', async () => {
    const { library, source } = setUp();
    const { id } = library.addVersion(21, 'Corrected price: 212 EUR.');
    assert.deepEqual(
      (await source.read([21, id])).map(({ content }) => content),
      ['Corrected price: 212 EUR.'],
    );
    assert.ok(!(await source.allIds()).includes(id));
  });

  it('finds changes across summer time and times without a fraction', async () => {
    const { library, source } = setUp();
    library.get(1).modified = '2023-07-01T10:00:00.000000Z';
    library.get(2).modified = '2023-07-01T09:59:59.999999Z';
    const ids = (await source.changedSince('2023-07-01T10:00:00.000000Z')).map(({ id }) => id);
    assert.ok(ids.includes(1) && !ids.includes(2));
  });

  it('goes without the names of a kind the token may not read, and says so once', async () => {
    const { library, source, lines } = setUp();
    library.addUser({
      id: 2,
      username: 'admin',
      permissions: ['view_document', 'view_tag', 'view_correspondent', 'view_documenttype', 'view_customfield'],
    });
    const names = await source.names();
    await source.names();
    assert.equal(names.storage_path.size, 0);
    assert.ok(names.correspondent.size > 20);
    assert.deepEqual(
      lines.map(({ level, fields }) => [level, fields]),
      [['warn', { kind: 'storage_path' }]],
    );
  });

  it('takes the refusal of a proxy for no missing right: all names went from the index', async () => {
    const { fake, source } = setUp();
    fake.faults.add(answerWebPage(403), { match: ({ path }) => path === '/api/correspondents/' });
    await assert.rejects(source.names(), { name: 'ConfigError', message: /web page \(403\): by a proxy/ });
  });

  it('is not available when Paperless does not take its requests: a run ended as if its flags were wrong', async () => {
    for (const status of [400, 404, 405, 414]) {
      const { fake, source } = setUp();
      fake.faults.add(failWith(status));
      for (const ask of [
        () => source.names(),
        () => source.count(),
        () => source.allIds(),
        () => source.changedSince(undefined),
        () => source.read([1, 2]),
      ])
        await assert.rejects(ask(), { name: 'UnavailableError', message: /Refused by the fake.*supported version/ });
    }
  });

  it('refuses to go on without the names of tags: an excluded tag could not be honoured', async () => {
    const { library, source } = setUp();
    library.addUser({ id: 2, username: 'admin', permissions: ['view_document', 'view_correspondent'] });
    await assert.rejects(source.names(), (error: unknown) => {
      assert.ok(error instanceof SignInError && error.httpStatus === 403);
      assert.match(error.message, /view_tag/);
      return true;
    });
  });

  it('reads all names where there are more than a page holds by default (only the first 25 tags were known)', async () => {
    const { library, source } = setUp();
    for (let id = 100; id < 400; id++) library.addName('tags', { id, name: `tag ${id}` });
    assert.equal((await source.names()).tag.size, 325);
  });

  it('refuses a list of names that does not match its count', async () => {
    const { fake, source } = setUp();
    fake.faults.add(
      rewrite((body) => ({ ...body, count: 99 })),
      { match: ({ path }) => path === '/api/tags/' },
    );
    await assert.rejects(source.names(), UnavailableError);
  });
});
