import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import type { PassageFinder } from '../../src/search-mcp/passage-finder.ts';
import { failWith } from '../fakes/paperless/faults.ts';
import { openSearchWorld, PUBLIC_URL } from './open-search-world.ts';

/** An index that knows every document of the library, whoever asks. */
function createAllKnowing(ids: readonly number[], changes: object = {}) {
  const asked: { q: string; filters: object; limit: number }[] = [];
  const finder: PassageFinder = {
    async findPassages({ q, filters }, limit) {
      asked.push({ q, filters, limit });
      const hits = ids.slice(0, limit).map((id, at) => ({
        passage: `${id}-2`,
        document_id: id,
        text: `text of ${id}`,
        score: 1 / (at + 3),
        highlights: [],
      }));
      return { hits, mode: 'lexical', ...changes };
    },
    async answer() {
      return {
        answer: 'It was 12 euros [1].',
        outcome: 'answered',
        sources: ids.map((document_id, at) => ({ n: at + 1, document_id })),
        citations: [{ n: 1, checked: true }],
      };
    },
  };
  return { finder, asked };
}

const ALL = Array.from({ length: 44 }, (_, at) => at + 1);

describe('search_passages', () => {
  it('gives passages with their documents as Paperless shows them now', async () => {
    const { finder, asked } = createAllKnowing([7, 6]);
    await using world = await openSearchWorld({ finder });
    world.library.edit(7, { title: 'Renamed' });
    const { json } = await world.call('search_passages', { question: ' how much? ', tags: ['telecom'], limit: 2 });
    assert.deepEqual(json, {
      passages: [
        {
          document_id: 7,
          title: 'Renamed',
          correspondent: 'Brightline Telecom',
          created: '2021-03-04',
          passage: '7-2',
          position: 2,
          score: 0.3333,
          text: 'text of 7',
          url: `${PUBLIC_URL}/documents/7/`,
        },
        { ...json.passages[1], document_id: 6 },
      ],
      mode: 'lexical',
    });
    assert.deepEqual(asked, [{ q: 'how much?', filters: { tags: ['telecom'] }, limit: 4 }]);
  });

  it('nobody sees more than their token allows, though the index knows everything', async () => {
    const { finder, asked } = createAllKnowing(ALL);
    await using world = await openSearchWorld({ finder, user: 'reader' });
    const { json } = await world.call('search_passages', { question: 'x', limit: 20 });
    const seen = json.passages.map(({ document_id }: { document_id: number }) => document_id);
    assert.deepEqual(seen, [3, 17, 19, 20, 32, 34, 35]);
    assert.deepEqual(
      asked.map(({ limit }) => limit),
      [40, 50],
      'more were fetched when too few remained',
    );
  });

  it('what was trashed a moment ago is not shown', async () => {
    const { finder } = createAllKnowing([7, 6]);
    await using world = await openSearchWorld({ finder });
    world.library.trash(7);
    const { json } = await world.call('search_passages', { question: 'x' });
    assert.deepEqual(
      json.passages.map(({ document_id }: { document_id: number }) => document_id),
      [6],
    );
  });

  it('the hits are checked with one id__in request', async () => {
    const { finder } = createAllKnowing(ALL);
    await using world = await openSearchWorld({ finder });
    await world.call('search_passages', { question: 'x' });
    const checks = world.fake.requests.filter(({ path }) => path === '/api/documents/');
    assert.deepEqual(
      checks.map(({ query }) => query.id__in?.split(',').length),
      [16],
    );
  });

  it('Paperless out of reach is an error, never an unchecked answer', async () => {
    const { finder } = createAllKnowing([7]);
    await using world = await openSearchWorld({ finder });
    world.fake.faults.add(failWith(503));
    assert.equal((await world.fail('search_passages', { question: 'x' })).code, 'unavailable');
  });

  it('embeddings down: lexical passages, and degraded says so in the answer', async () => {
    const { finder } = createAllKnowing([7], { degraded: 'the embedding model can’t be reached' });
    await using world = await openSearchWorld({ finder });
    const { json } = await world.call('search_passages', { question: 'x' });
    assert.deepEqual([json.mode, json.degraded], ['lexical', 'the embedding model can’t be reached']);
  });

  it('nothing found is told in words, and the index down is an error', async () => {
    await using world = await openSearchWorld({ finder: createAllKnowing([]).finder });
    const { json } = await world.call('search_passages', { question: 'x' });
    assert.deepEqual([json.passages, typeof json.note], [[], 'string']);
    const findPassages = async () => Promise.reject(new UnavailableError('index', 'nothing is indexed yet'));
    await using down = await openSearchWorld({ finder: { ...createAllKnowing([]).finder, findPassages } });
    assert.equal((await down.fail('search_passages', { question: 'x' })).code, 'unavailable');
  });

  for (const input of [{ question: ' ' }, { question: 'x'.repeat(501) }, { question: 'x', limit: 21 }, { limit: 3 }])
    it(`${JSON.stringify(input).slice(0, 40)} is refused`, async () => {
      await using world = await openSearchWorld({ finder: createAllKnowing([]).finder });
      assert.equal((await world.fail('search_passages', input)).code, 'usage');
    });
});

describe('ask_documents', () => {
  it('gives the answer with the documents it cites', async () => {
    await using world = await openSearchWorld({ finder: createAllKnowing([7, 6]).finder });
    const { json } = await world.call('ask_documents', { question: 'how much?' });
    assert.deepEqual(json, {
      answer: 'It was 12 euros [1].',
      outcome: 'answered',
      citations: [
        {
          n: 1,
          document_id: 7,
          title: 'Brightline invoice March 2021',
          created: '2021-03-04',
          checked: true,
          url: `${PUBLIC_URL}/documents/7/`,
        },
      ],
    });
  });

  it('an answer that draws on a document this token may not see is not given', async () => {
    await using world = await openSearchWorld({ finder: createAllKnowing([3, 7]).finder, user: 'reader' });
    const { code, message } = await world.fail('ask_documents', { question: 'how much?' });
    assert.equal(code, 'sign_in');
    assert.doesNotMatch(message, /12 euros/);
  });
});
