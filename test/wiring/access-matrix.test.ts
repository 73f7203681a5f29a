import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FoundPassages } from '../../src/ask/passages.ts';
import type { Id } from '../../src/model.ts';
import type { Answer } from '../../src/web/collect-answer.ts';
import { failWith } from '../fakes/paperless/faults.ts';
import { readJson } from '../web/create-test-app.ts';
import {
  type AccessWorld,
  indexRecordedLibrary,
  LETTERS,
  openAccessWorld,
  PROXY,
  readVisibleIds,
  STORES,
} from './access-world.ts';

const VISIBLE = readVisibleIds();

/** The fake Qdrant scores everything anew at each search: there every seventh document stands for all. */
const STEP = { SQLite: 1, Qdrant: 7 } as const;

for (const store of STORES) {
  describe(`what each user of the recorded Paperless gets out of ${store}`, () => {
    let indexed: Awaited<ReturnType<typeof indexRecordedLibrary>>;
    let world: AccessWorld;
    const pick = <T>(list: readonly T[]) => list.filter((_, index) => index % STEP[store] === 0);
    before(async () => {
      indexed = await indexRecordedLibrary(store);
      world = await openAccessWorld(indexed.index);
    });
    after(() => indexed.close());

    for (const [user, visible] of VISIBLE) {
      it(`opens to ${user} the source and the thumbnail of the ${visible.size} documents of theirs, and of no other`, async () => {
        const { get } = world.as(user);
        for (const id of pick(world.ids)) {
          const expected = visible.has(id) ? 200 : 404;
          assert.equal((await get(`/api/sources/${id}-0`)).status, expected, `source of ${id}`);
          assert.equal((await get(`/api/documents/${id}/thumb`)).status, expected, `thumbnail of ${id}`);
        }
      });

      it(`finds for ${user} every document of theirs by its title, and no other`, async () => {
        const { post } = world.as(user);
        for (const id of pick(world.ids)) {
          const { title } = world.library.get(id);
          const found = await readJson<FoundPassages>(await post('/api/passages', { q: title, limit: 50 }));
          const ids = new Set(found.hits.map((hit) => hit.document_id));
          assert.equal(ids.has(id), visible.has(id), `${user} asks for ${id}`);
          assert.ok(ids.isSubsetOf(visible), `${user} asks for ${id} and finds ${[...ids]}`);
        }
      });

      it(`answers ${user} from documents of theirs only, as JSON and as a page`, async () => {
        const { post, stream, submit } = world.as(user);
        const hidden = world.ids.filter((id) => !visible.has(id));
        const titles = hidden.map((id) => world.library.get(id).title);
        for (const [index, q] of ['invoice amount rent contract letter', ...pick(titles)].entries()) {
          const answer = await readJson<Answer>(await post('/api/ask', { q }));
          assert.deepEqual(foreign([...answer.sources, ...(answer.near ?? [])], visible), [], q);
          if (index > 5) continue;
          const streamed = await (await stream(q)).text();
          const named = [...streamed.matchAll(/"document_id":(\d+)/g)].map((match) => Number(match[1]));
          assert.ok(named.length > 0 && new Set(named).isSubsetOf(visible), `${q}: ${named}`);
          const page = await (await submit({ q })).text();
          const links = [...page.matchAll(/\/documents\/(\d+)\//g)].map((match) => Number(match[1]));
          assert.deepEqual(
            links.filter((id) => !visible.has(id)),
            [],
            q,
          );
        }
      });
    }

    it('shows each their own names, counted over what they may see', async () => {
      for (const [user, visible] of VISIBLE) {
        const list = async (path: string) =>
          readJson<readonly { name: string; count: number }[]>(await world.as(user).get(path));
        for (const [path, kind] of [
          ['/api/tags', 'tags'],
          ['/api/correspondents', 'correspondents'],
          ['/api/document_types', 'document_types'],
        ] as const)
          assert.deepEqual(await list(path), expectNames(world, user, visible, kind), `${user} ${path}`);
      }
    });

    it('shows each on the page their own names and their own number of documents', async () => {
      for (const [user, visible] of VISIBLE) {
        const page = await (await world.as(user).get('/')).text();
        assert.match(page, new RegExp(`\\b${visible.size} documents\\b`), user);
        const status = await (await world.as(user).get('/api/status')).text();
        assert.match(status, new RegExp(`\\b${visible.size} documents\\b`), user);
        assert.equal(page.includes(LETTERS.name), user === 'admin' || user === 'ben', user);
      }
    });
  });

  describe(`who is nobody in Paperless, and asks what is in ${store}`, () => {
    let indexed: Awaited<ReturnType<typeof indexRecordedLibrary>>;
    before(async () => {
      indexed = await indexRecordedLibrary(store);
    });
    after(() => indexed.close());

    const routes = (world: AccessWorld, user: string) => {
      const { get, post, stream, submit } = world.as(user);
      return [
        () => get('/api/sources/3-0'),
        () => get('/api/documents/3/thumb'),
        () => get('/api/tags'),
        () => get('/api/correspondents'),
        () => get('/api/document_types'),
        () => get('/api/status'),
        () => stream('invoice'),
        () => post('/api/ask', { q: 'invoice' }),
        () => post('/api/passages', { q: 'invoice' }),
        () => submit({ q: 'invoice' }),
        () => get('/'),
      ];
    };

    it('gets 403 from every route: unknown, inactive, without view_document, or of another spelling', async () => {
      const world = await openAccessWorld(indexed.index);
      for (const user of ['mallory', 'gone', 'nobody', 'Anna', 'anna, admin', 'admin.'])
        for (const call of routes(world, user)) {
          const response = await call();
          assert.equal(response.status, 403, user);
          assertSilent(world, await response.text());
        }
    });

    it('gets 401 from every route without a name, and without the secret whoever they claim to be', async () => {
      const world = await openAccessWorld(indexed.index);
      for (const headers of [
        {},
        { 'X-Remote-User': 'admin' },
        { 'X-Remote-User': 'admin', 'X-Ask-Proxy-Secret': 'guess' },
        { 'X-Remote-User': 'admin', 'X-Ask-Proxy-Secret': '' },
        PROXY,
        { ...PROXY, 'X-Remote-User': ' ' },
      ] as Record<string, string>[]) {
        for (const path of [
          '/',
          '/api/tags',
          '/api/status',
          '/api/sources/3-0',
          '/api/documents/3/thumb',
          '/api/nowhere',
        ]) {
          const response = await world.request(path, { headers });
          assert.equal(response.status, 401, `${path} ${JSON.stringify(headers)}`);
          assertSilent(world, await response.text());
        }
        for (const path of ['/', '/api/ask', '/api/passages'])
          assert.equal(
            (await world.request(path, { method: 'POST', headers, body: '{"q":"rent"}' })).status,
            401,
            path,
          );
      }
    });

    it('is everybody while Paperless is down: 503 from every route that would say something', async () => {
      const world = await openAccessWorld(indexed.index);
      world.paperless.faults.add(failWith(503));
      const [shell, ...others] = routes(world, 'anna').reverse();
      for (const call of others) {
        const response = await call();
        assert.equal(response.status, 503);
        assertSilent(world, await response.text());
      }
      const page = await shell?.();
      assert.equal(page?.status, 200);
      assertSilent(world, (await page?.text()) ?? '');
    });

    it('is everybody whose rights were known a minute ago, when Paperless goes down', async () => {
      const world = await openAccessWorld(indexed.index);
      for (const call of routes(world, 'anna')) assert.equal((await call()).status, 200);
      world.paperless.faults.add(failWith(503));
      const { get, post } = world.as('anna');
      // What was kept lets nobody read anything: only names are still told.
      assert.equal((await post('/api/passages', { q: 'invoice' })).status, 503);
      assert.equal((await get('/api/sources/3-0')).status, 503);
      world.forget();
      for (const path of ['/api/tags', '/api/documents/3/thumb']) assert.equal((await get(path)).status, 503, path);
    });

    it('gets 503, not a refusal of their own, when it is the token that is refused', async () => {
      const world = await openAccessWorld(indexed.index);
      world.userOf('admin').is_active = false;
      for (const path of ['/api/tags', '/api/sources/3-0', '/api/documents/3/thumb'])
        assert.equal((await world.as('anna').get(path)).status, 503, path);
    });
  });
}

/** Nothing of the library is in the text: neither a title nor a name. */
function assertSilent({ library }: AccessWorld, text: string): void {
  for (const { title } of library.list()) assert.ok(!text.includes(title), title);
  for (const list of [library.names.correspondents, library.names.tags])
    for (const { name } of list.values()) if (name.length > 5) assert.ok(!text.includes(name), name);
}

function foreign(sources: readonly { readonly document_id: Id }[], visible: ReadonlySet<Id>): readonly Id[] {
  return sources.map(({ document_id: id }) => id).filter((id) => !visible.has(id));
}

function expectNames(
  { library }: AccessWorld,
  user: string,
  visible: ReadonlySet<Id>,
  kind: 'tags' | 'correspondents' | 'document_types',
): readonly { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const document of library.list().filter(({ id }) => visible.has(id))) {
    const ids = {
      tags: document.tags,
      correspondents: [document.correspondent],
      document_types: [document.document_type],
    }[kind];
    for (const id of ids) {
      const name = id === null ? undefined : library.names[kind].get(id);
      const isHidden = name?.owner !== null && !['admin', 'ben'].includes(user);
      if (name !== undefined && !isHidden) counts.set(name.name, (counts.get(name.name) ?? 0) + 1);
    }
  }
  const { compare } = new Intl.Collator('en');
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name));
}
