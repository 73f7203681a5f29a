import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerWebPage, failWith, redirectTo, rewrite } from '../fakes/paperless/faults.ts';
import { seedSynthetic } from '../fakes/paperless/seed-synthetic.ts';
import { assertDescribed } from '../paperless/sample-world.ts';
import { openSearchWorld, PUBLIC_URL } from './open-search-world.ts';

const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id);

describe('search_documents', () => {
  it('gives one compact row per document, with names, without text', async () => {
    await using world = await openSearchWorld();
    const found = await world.search({ query: 'Brightline invoice', correspondent: 'Brightline Telecom' });
    assert.deepEqual(found, {
      count: 3,
      page: 1,
      page_size: 25,
      last_page: 1,
      results: found.results,
      url_template: `${PUBLIC_URL}/documents/{id}/`,
    });
    assert.deepEqual(
      found.results.find(({ id }: { id: number }) => id === 7),
      {
        id: 7,
        title: 'Brightline invoice March 2021',
        correspondent: 'Brightline Telecom',
        document_type: 'Invoice',
        storage_path: 'Haus/Telecom',
        created: '2021-03-04',
        tags: ['telecom'],
      },
    );
  });

  it('content floods no context: 25 rows take at most 6,000 characters', async () => {
    await using world = await openSearchWorld();
    const { text, json } = await world.call('search_documents', { created_from: '1990-01-01' });
    assert.equal(json.results.length, 25);
    assert.ok(text.length <= 6_000, `${text.length} characters`);
    assert.ok(Buffer.byteLength(JSON.stringify(json.results)) <= 240 * 25);
    assert.doesNotMatch(text, /"content"|"all"|"next"|__search_hit__/);
  });

  it('asks Paperless once for it, with described parameters only', async () => {
    await using world = await openSearchWorld();
    await world.search({ query: 'Strom' });
    world.fake.requests.length = 0;
    await world.search({
      query: 'Strom',
      correspondent: 'stadtwerke talhausen',
      tags: ['energie', '2'],
      storage_path: 'Haus/Energie',
      document_type: 'Rechnung',
      created_from: '2023-01-01',
      created_to: '2023-12-31',
      ordering: '-added',
    });
    assert.equal(world.fake.requests.length, 1);
    assert.deepEqual(world.fake.requests[0]?.query, {
      query: '"Strom"',
      correspondent__id: '1',
      document_type__id: '1',
      storage_path__id: '1',
      tags__id__all: '1,2',
      created__gte: '2023-01-01',
      created__lte: '2023-12-31',
      ordering: '-added',
      fields: 'id,title,correspondent,document_type,storage_path,created,tags',
      page: '1',
      page_size: '25',
    });
    assertDescribed(world.fake);
  });

  it('the newest come first without a query, the best with one', async () => {
    await using world = await openSearchWorld();
    assert.deepEqual(idsOf(await world.search({ tags: ['school'] })), [22, 21]);
    assert.equal(world.fake.requests.at(-1)?.query.ordering, undefined);
    const listed = world.fake.requests
      .filter(({ path }) => path === '/api/documents/')
      .map(({ query }) => query.ordering);
    await world.search({ query: 'trip' });
    assert.deepEqual([listed.at(-1), world.fake.requests.at(-1)?.query.ordering], ['-created', undefined]);
  });

  for (const query of [
    "it's",
    '10:30',
    '-word x',
    '(',
    'a AND',
    '"',
    'NOT x',
    'x]',
    'http://a.b/c?d',
    'title:*',
    'C:\\',
    '`^{}<>',
  ])
    it(`what people type is no syntax error: ${query}`, async () => {
      await using world = await openSearchWorld();
      const { json, isError } = await world.call('search_documents', { query });
      if (isError) assert.match(json.error.message, /holds no letter and no digit/);
      else assert.equal(typeof json.count, 'number');
    });

  it('all words first; when no document holds all of them, any, and says so', async () => {
    await using world = await openSearchWorld();
    const all = await world.search({ query: 'Zählernummer Grundpreis' });
    assert.equal(all.note, undefined);
    const any = await world.search({ query: 'Zählernummer Plum' });
    assert.match(any.note, /these hold at least one/);
    assert.ok(any.count > 0);
  });

  it('the second page of a search that fell back goes on with the same words', async () => {
    await using world = await openSearchWorld();
    const first = await world.search({ query: 'Strom Letter', page_size: 3 });
    const second = await world.search({ query: 'Strom Letter', page_size: 3, page: 2 });
    assert.match(second.note, /at least one/);
    assert.equal(second.count, first.count);
    assert.ok(new Set(idsOf(first)).isDisjointFrom(new Set(idsOf(second))));
  });

  it('a phrase in double quotes stays a phrase', async () => {
    await using world = await openSearchWorld();
    await world.search({ query: '"Elk Hills" trip' });
    assert.equal(world.fake.requests.find(({ query }) => query.query)?.query.query, '"Elk Hills" AND "trip"');
  });

  it('operators where words are expected are searched as words, and it says so', async () => {
    await using world = await openSearchWorld();
    assert.match((await world.search({ query: 'title:Strom 2023' })).note, /match: "syntax"/);
  });

  it('match: substring finds parts of words, match: syntax takes the query as written', async () => {
    await using world = await openSearchWorld();
    await world.search({ query: 'abrechnung', match: 'substring' });
    assert.equal(world.fake.requests.find(({ query }) => query.text)?.query.text, 'abrechnung');
    const { count } = await world.search({ query: 'title:Strom AND created:[20230101 TO 20231231]', match: 'syntax' });
    assert.equal(count, 1);
  });

  it('query syntax 400: Paperless is quoted, and quotation marks are suggested', async () => {
    await using world = await openSearchWorld();
    const bad = await world.fail('search_documents', { query: 'foo:"x', match: 'syntax' });
    assert.deepEqual([bad.code, bad.field], ['usage', 'query']);
    assert.match(bad.message, /Paperless says: "Error listing search results.*double quotes/);
    const date = await world.fail('search_documents', { query: 'created:yesterdayish', match: 'syntax' });
    assert.match(date.message, /Invalid date value/);
  });

  it('a broken index answers as if the syntax were wrong: it is not the caller’s mistake, and the health check is named', async () => {
    await using world = await openSearchWorld();
    world.library.index.state = 'broken';
    const { code, message } = await world.fail('search_documents', { query: 'Strom' });
    assert.equal(code, 'unavailable');
    assert.match(message, /search_index_health/);
  });

  for (const query of ['', '   ', '\n'])
    it(`an empty query is refused, never "everything": ${JSON.stringify(query)}`, async () => {
      await using world = await openSearchWorld();
      assert.match((await world.fail('search_documents', { query })).message, /must not be blank/);
    });

  it('neither query nor filter is refused', async () => {
    await using world = await openSearchWorld();
    assert.match((await world.fail('search_documents', {})).message, /query is needed, or a filter/);
    assert.match((await world.fail('search_documents', { tags: [] })).message, /query is needed, or a filter/);
    assert.equal(world.fake.requests.length, 0);
  });

  it('500 characters are counted after trimming', async () => {
    await using world = await openSearchWorld();
    await world.search({ query: ` ${'x'.repeat(500)} ` });
    assert.match((await world.fail('search_documents', { query: 'x'.repeat(501) })).message, /at most 500/);
  });

  for (const input of [{ page_size: 101 }, { page_size: 0 }, { page: 0 }, { page_size: '5abc' }])
    it(`${JSON.stringify(input)} is refused naming the bounds, never narrowed`, async () => {
      await using world = await openSearchWorld();
      const { message } = await world.fail('search_documents', { query: 'x', ...input });
      assert.match(message, /page(_size)? must be a whole number (from 1 to 100|of at least 1)/);
    });

  it('a filter that is spelt wrong is refused, never dropped', async () => {
    await using world = await openSearchWorld();
    assert.match((await world.fail('search_documents', { query: 'x', tag: 'energie' })).message, /tag is no argument/);
  });

  it('dates must be dates, in their order', async () => {
    await using world = await openSearchWorld();
    for (const created_from of ['2024-1-5', '05.01.2024', '2024-02-30'])
      assert.match((await world.fail('search_documents', { created_from })).message, /a date like 2024-02-29/);
    const dates = { created_from: '2024-02-01', created_to: '2024-01-01' };
    assert.match((await world.fail('search_documents', dates)).message, /created_from must not be after created_to/);
  });

  it('past the end: no rows, the count and the last page, no error', async () => {
    await using world = await openSearchWorld();
    const found = await world.search({ tags: ['letters'], page: 9, page_size: 3 });
    assert.deepEqual([found.count, found.last_page, found.results], [8, 3, []]);
    assert.match(found.note, /past the end; the last one is 3/);
  });

  it('a filter without effect is an error, never the whole library', async () => {
    await using world = await openSearchWorld();
    const ignore = rewrite((body) => ({ ...body, results: [{ id: 7, title: 'x', created: '2021-03-04', tags: [4] }] }));
    world.fake.faults.add(ignore, { match: ({ path }) => path === '/api/documents/' });
    for (const filter of [
      { tags: ['bank'] },
      { correspondent: '#9' },
      { created_from: '2022-01-01' },
      { created_to: '2020-01-01' },
    ])
      assert.match((await world.fail('search_documents', filter)).message, /filters exclude/);
  });

  it('406 and other failures are errors, never "no documents"', async () => {
    await using world = await openSearchWorld();
    for (const status of [406, 500, 503]) {
      world.fake.faults.clear();
      world.fake.faults.add(failWith(status), { match: ({ path }) => path === '/api/documents/' });
      assert.ok(['config', 'unavailable'].includes((await world.fail('search_documents', { query: 'x' })).code));
    }
  });

  it('a web page in place of data is told as a login page, and redirects are not followed', async () => {
    await using world = await openSearchWorld();
    world.fake.faults.add(answerWebPage(), { times: 1 });
    assert.match((await world.fail('search_documents', { query: 'x' })).message, /login page, a sign-in proxy/);
    world.fake.faults.add(redirectTo('https://paperless.example/api/documents/', 301), { times: 1 });
    const { message } = await world.fail('search_documents', { query: 'x' });
    assert.match(message, /Set PAPERLESS_API_URL to https:\/\/paperless\.example\./);
    assert.equal(world.fake.requests.length, 2);
  });

  it('never tells the token, though Paperless quotes it', async () => {
    await using world = await openSearchWorld();
    const body = JSON.stringify({ query: [`Token ${world.token} and {"password": "hunter2"}`] });
    world.fake.faults.add({ instead: () => new Response(body, { status: 400 }) });
    const { text } = await world.call('search_documents', { query: 'x' });
    assert.doesNotMatch(text, new RegExp(`${world.token}|hunter2`));
  });

  it('an answer over MCP_MAX_RESULT_CHARS is cut, and says how to go on', async () => {
    await using world = await openSearchWorld({ library: seedSynthetic(200), maxResultChars: 2_000 });
    const { text } = await world.call('search_documents', { created_from: '2000-01-01', page_size: 100 });
    assert.ok(text.length <= 2_000);
    assert.match(text, /cut here: .* Use a smaller page_size/);
  });

  it('what another user owns does not show', async () => {
    await using world = await openSearchWorld({ user: 'reader' });
    assert.equal((await world.search({ created_from: '1990-01-01' })).count, 7);
  });
});
