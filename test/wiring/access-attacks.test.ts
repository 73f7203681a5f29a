import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FoundPassages } from '../../src/ask/passages.ts';
import type { SourceView } from '../../src/ask/read-source.ts';
import type { Id } from '../../src/model.ts';
import type { Answer } from '../../src/web/collect-answer.ts';
import type { LoggedRequest } from '../fakes/paperless/request-log.ts';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.ts';
import { readError, readJson } from '../web/create-test-app.ts';
import { indexRecordedLibrary, LETTERS, openAccessWorld, PROXY, STORES } from './access-world.ts';

/** Ben's draft will, by a correspondent who wrote nothing that anna may see. */
const WILL = { id: 27, q: 'draft will of Ben', sender: 'Pettifer & Osei Solicitors' };
/** A letter that ben shares with anna, with a tag of his own. */
const LETTER = { id: 40, q: 'Letter from Aunt Gwen' };

const isCheck = ({ path, query }: LoggedRequest) => path === '/api/documents/' && query.id__in !== undefined;

for (const store of STORES) {
  describe(`somebody inside who wants to see more of ${store}`, () => {
    let indexed: Awaited<ReturnType<typeof indexRecordedLibrary>>;
    before(async () => {
      indexed = await indexRecordedLibrary(store);
    });
    after(() => indexed.close());
    const open = (options = {}) => openAccessWorld(indexed.index, options);

    it('gets nothing of a document that changes hands between search and check, by any route', async () => {
      const world = await open();
      const { get, post } = world.as('anna');
      const ids = async () =>
        (await readJson<FoundPassages>(await post('/api/passages', { q: LETTER.q, limit: 50 }))).hits;
      assert.ok((await ids()).some(({ document_id: id }) => id === LETTER.id));
      const take = () =>
        void Object.assign(world.library.get(LETTER.id), { owner: 4, view: { users: [], groups: [] } });
      world.paperless.faults.add({ before: take }, { match: isCheck });
      assert.ok((await ids()).every(({ document_id: id }) => id !== LETTER.id));
      const { sources, answer } = await readJson<Answer>(await post('/api/ask', { q: LETTER.q }));
      assert.ok(sources.length > 0 && sources.every(({ document_id: id }) => id !== LETTER.id), answer);
      assert.equal((await get(`/api/sources/${LETTER.id}-0`)).status, 404);
      assert.equal((await get(`/api/documents/${LETTER.id}/thumb`)).status, 404);
    });

    it('gets a refusal, and no source, when they are deactivated, renamed or lose the right in the middle of an answer', async () => {
      for (const change of [{ is_active: false }, { username: 'annabel' }, { groups: [], permissions: [] }]) {
        const world = await open();
        const { post } = world.as('anna');
        assert.equal((await post('/api/ask', { q: LETTER.q })).status, 200);
        const user = world.userOf('anna');
        world.paperless.faults.add({ before: () => void Object.assign(user, change) }, { match: isCheck });
        for (const path of ['/api/ask', '/api/ask', '/api/passages']) {
          const response = await post(path, { q: LETTER.q });
          assert.equal(response.status, 403, `${path} ${JSON.stringify(change)}`);
          assert.ok(!(await response.text()).includes('Gwen'));
        }
      }
    });

    it('loses with a group what they saw through it, at the next answer', async () => {
      const world = await open();
      const { post } = world.as('anna');
      const find = async () =>
        (await readJson<FoundPassages>(await post('/api/passages', { q: LETTER.q }))).hits.length;
      assert.ok((await find()) > 0);
      world.userOf('anna').groups = [];
      const left = await readJson<FoundPassages>(await post('/api/passages', { q: LETTER.q, limit: 50 }));
      assert.deepEqual(
        left.hits.filter(({ document_id: id }) => id >= 37),
        [],
      );
    });

    it('sees with a group what it brings, at once or within a minute', async () => {
      const world = await open();
      const { post } = world.as('reader');
      const find = async () => {
        const { hits } = await readJson<FoundPassages>(await post('/api/passages', { q: LETTER.q, limit: 50 }));
        return hits.some(({ document_id: id }) => id === LETTER.id);
      };
      assert.equal(await find(), false);
      world.userOf('reader').groups = [1];
      world.forget();
      assert.equal(await find(), true);
    });

    it('does not learn from filters what exists: a hidden name is refused word for word like one that does not exist', async () => {
      const world = await open();
      const { post } = world.as('anna');
      const refuse = async (filters: object) => {
        const bodies = await Promise.all(
          ['/api/ask', '/api/passages'].map(async (path) => {
            const response = await post(path, { q: 'letter', filters });
            assert.equal(response.status, 400);
            const { request_id: _id, ...body } = await readError(response);
            return body;
          }),
        );
        return bodies;
      };
      const pairs: readonly (readonly [object, object, RegExp])[] = [
        [{ tags: [LETTERS.name] }, { tags: ['Xyzzyqk'] }, /letters|Xyzzyqk/g],
        [{ tags: ['auto'] }, { tags: ['qqqq'] }, /auto|qqqq/g],
        [
          { correspondent: WILL.sender },
          { correspondent: 'Xyzzy & Qkqk Zzzzzzzzz' },
          /Pettifer & Osei Solicitors|Xyzzy & Qkqk Zzzzzzzzz/g,
        ],
      ];
      for (const [hidden, missing, names] of pairs) {
        const strip = (value: unknown) => JSON.stringify(value).replace(names, '…');
        assert.equal(strip(await refuse(hidden)), strip(await refuse(missing)));
      }
      assert.equal(
        (await world.as('ben').post('/api/passages', { q: 'letter', filters: { tags: [LETTERS.name] } })).status,
        200,
      );
    });

    it('is told no hidden name as a near one', async () => {
      const world = await open();
      for (const [filters, hidden] of [
        [{ tags: ['letter'] }, LETTERS.name],
        [{ tags: ['lettres'] }, LETTERS.name],
        [{ correspondent: 'Pettifer' }, WILL.sender],
        [{ correspondent: 'Osei Solicitors' }, WILL.sender],
      ] as const) {
        const ask = async (user: string) => (await world.as(user).post('/api/ask', { q: 'a', filters })).text();
        assert.ok(!(await ask('anna')).includes(hidden), hidden);
        assert.ok((await ask('ben')).includes(hidden), hidden);
      }
    });

    it('is offered no filter by a name that only hidden documents carry', async () => {
      const world = await open();
      const offered = async (user: string) => {
        const { proposed } = await readJson<Answer>(
          await world.as(user).post('/api/ask', { q: `What did ${WILL.sender} write in 2023?` }),
        );
        return proposed.map(({ text }) => text);
      };
      assert.deepEqual(await offered('ben'), [WILL.sender, 'dated 2023']);
      assert.deepEqual(await offered('anna'), ['dated 2023']);
    });

    it("reads nowhere the name of somebody else's correspondent on a document that is shared", async () => {
      const secret = 'Gwendolen Moor';
      const chatModel = createScriptedChatModel(() => ['She wrote [1].']);
      const world = await open({ chatModel });
      const correspondent = [...world.library.names.correspondents.values()].find(({ name }) => name === secret);
      Object.assign(correspondent ?? assert.fail(), { owner: 4 });
      const { get, post, submit } = world.as('anna');
      const { sources, proposed } = await readJson<Answer>(await post('/api/ask', { q: `${secret}: ${LETTER.q}` }));
      assert.ok(sources.some(({ document_id: id }) => id === LETTER.id));
      assert.deepEqual(
        new Set(sources.filter(({ document_id: id }) => id >= 37).map((source) => source.correspondent)),
        new Set([null]),
      );
      assert.deepEqual(proposed, []);
      const prompts = JSON.stringify(chatModel.requests.map(({ messages }) => messages));
      assert.ok(!prompts.includes('From: Gwendolen'), 'no prompt says it');
      const view = await readJson<SourceView>(await get(`/api/sources/${LETTER.id}-0`));
      assert.equal(view.correspondent, null);
      const { hits } = await readJson<FoundPassages>(await post('/api/passages', { q: LETTER.q }));
      assert.ok(hits.length > 0 && hits.every((hit) => hit.correspondent !== secret));
      assert.ok(!(await (await get('/api/correspondents')).text()).includes(secret));
      assert.ok(!(await (await get('/')).text()).includes(secret));
      assert.ok(!(await (await submit({ q: LETTER.q })).text()).includes(`${secret} ·`));
    });

    it('finds nothing by a name that they may not see, and what the text says as before', async () => {
      const world = await open();
      // Found by the name of who wrote them, as none of them says it.
      const isNameless = ({ title, text }: Answer['sources'][number]) => !`${title} ${text}`.includes('Gwendolen');
      const find = async (user: string, q: string) => {
        const { hits } = await readJson<FoundPassages>(await world.as(user).post('/api/passages', { q, limit: 50 }));
        const { sources } = await readJson<Answer>(await world.as(user).post('/api/ask', { q }));
        return [hits, sources].map((list) => list.some(isNameless));
      };
      assert.deepEqual(await find('anna', 'Gwendolen'), [true, true]);
      const correspondent = [...world.library.names.correspondents.values()].find(({ name }) =>
        /^Gwendolen/.test(name),
      );
      Object.assign(correspondent ?? assert.fail(), { owner: 4 });
      world.forget();
      assert.deepEqual(await find('anna', 'Gwendolen'), [false, false]);
      assert.deepEqual(await find('ben', 'Gwendolen'), [true, true]);
      assert.deepEqual(await find('anna', LETTER.q), [true, true]);
    });

    it('gets nothing hidden by quoting it in the history', async () => {
      const chatModel = createScriptedChatModel((_, request) => [request === 0 ? WILL.q : 'I cannot say.']);
      const world = await open({ chatModel });
      const text = world.library.get(WILL.id).content;
      const history = [{ q: WILL.q, answer: text.slice(0, 2_000) }];
      const { sources } = await readJson<Answer>(
        await world.as('anna').post('/api/ask', { q: 'What else does it say?', history }),
      );
      assert.ok(sources.every(({ document_id: id }) => id !== WILL.id));
      const sent = chatModel.requests.at(-1)?.messages.at(-1)?.content ?? '';
      assert.ok(!sent.includes('Last will of Benjamin'), 'sources of the prompt');
    });

    it('cannot name another user in a body, in the address, in a cookie or under another spelling of the header', async () => {
      const world = await open();
      for (const field of ['asker', 'as', 'user', 'scope', 'X-Remote-User'])
        assert.equal(
          (await world.as('reader').post('/api/passages', { q: WILL.q, [field]: 'admin' })).status,
          400,
          field,
        );
      const ids = async (headers: Record<string, string>, path = '/api/passages') => {
        const response = await world.request(path, {
          method: 'POST',
          headers: {
            ...PROXY,
            'x-remote-user': 'reader',
            'Content-Type': 'application/json',
            ...headers,
          },
          body: JSON.stringify({ q: WILL.q, limit: 50 }),
        });
        return new Set((await readJson<FoundPassages>(response)).hits.map(({ document_id: id }): Id => id));
      };
      const own = await ids({});
      assert.ok(!own.has(WILL.id));
      for (const headers of [
        { X_Remote_User: 'admin' },
        { 'Remote-User': 'admin' },
        { 'X-Forwarded-User': 'admin' },
        { Cookie: 'X-Remote-User=admin' },
        { Authorization: 'Basic YWRtaW46YWRtaW4=' },
      ] as Record<string, string>[])
        assert.deepEqual(await ids(headers), own, JSON.stringify(headers));
      assert.deepEqual(await ids({}, '/api/passages?X-Remote-User=admin&as=admin'), own);
    });

    it('reads nothing of anybody in the metrics, nor in what health and files say', async () => {
      const world = await open();
      await world.as('ben').post('/api/ask', { q: WILL.q, filters: { correspondent: WILL.sender } });
      await world.as('mallory').post('/api/ask', { q: WILL.q });
      for (const path of ['/metrics', '/healthz', '/livez', '/static/app.js']) {
        const text = await (await world.request(path)).text();
        for (const secret of ['Pettifer', 'Last will', LETTERS.name, 'mallory', 'ben"', 'anna'])
          assert.ok(!text.includes(secret), `${path} ${secret}`);
      }
    });

    it('keeps no picture after it was taken away: each use is checked', async () => {
      const world = await open();
      const path = `/api/documents/${LETTER.id}/thumb`;
      const first = await world.as('anna').get(path);
      assert.equal(first.headers.get('Cache-Control'), 'private, no-cache');
      const headers = { ...PROXY, 'X-Remote-User': 'anna', 'If-None-Match': first.headers.get('ETag') ?? '' };
      assert.equal((await world.request(path, { headers })).status, 304);
      world.userOf('anna').groups = [];
      assert.equal((await world.request(path, { headers })).status, 404);
    });
  });
}
