import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toPointId } from '../../src/qdrant/point-id.ts';
import { parseQdrantUrl } from '../../src/qdrant/qdrant-address.ts';
import { measureIdf, toSparseVector, weighPassage } from '../../src/qdrant/sparse-vector.ts';
import { toRequests } from '../../src/qdrant/to-requests.ts';
import { weighParts } from '../../src/qdrant/weigh-parts.ts';
import { weighTerms } from '../../src/qdrant/weigh-terms.ts';
import { countWord, createWordList, findWords, sortWords, type WordQuery } from '../../src/qdrant/word-list.ts';

describe('parseQdrantUrl', () => {
  const cases = [
    ['http://127.0.0.1:6333', '127.0.0.1', 6333, false, ''],
    ['qdrant', 'qdrant', 6333, false, ''],
    ['http://qdrant:80/', 'qdrant', 80, false, ''],
    ['https://q.example.org', 'q.example.org', 443, true, ''],
    ['https://q.example.org:6333/base/', 'q.example.org', 6333, true, '/base'],
    ['http://[::1]:6333', '[::1]', 6333, false, ''],
  ] as const;
  for (const [text, host, port, https, prefix] of cases) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseQdrantUrl(text), { host, port, https, prefix });
    });
  }

  for (const text of ['', 'ftp://qdrant', 'http://', 'http://key:s3cret@qdrant']) {
    it(`refuses ${JSON.stringify(text)} without repeating it`, () => {
      assert.throws(() => parseQdrantUrl(text), { name: 'ConfigError', message: /^QDRANT_URL (?!.*s3cret)/ });
    });
  }
});

describe('point ids', () => {
  it('are UUIDs of version 5 that differ with every part', () => {
    const ids = [toPointId('a', 1, 23), toPointId('a', 12, 3), toPointId('a', 1, 24), toPointId('b', 1, 23)];
    assert.equal(new Set(ids).size, 4);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(toPointId('a', 1, 23), ids[0]);
  });
});

describe('sparse vectors', () => {
  it('are ascending and without repetitions, whatever the words', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.integer({ min: 1, max: 9 }))), (weights) => {
        const { indices, values } = toSparseVector(weights);
        assert.deepEqual(
          indices,
          [...new Set(indices)].sort((a, b) => a - b),
        );
        assert.equal(values.length, indices.length);
        assert.ok(indices.every((index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32));
      }),
    );
  });

  it('weigh a word the more often it stands there, but less and less so', () => {
    const weigh = (count: number) => weighPassage(new Map([['w', count]]), 100).values[0] ?? 0;
    assert.ok(weigh(2) > weigh(1) && weigh(3) - weigh(2) < weigh(2) - weigh(1));
  });

  it('weigh a word of a long passage less', () => {
    const weigh = (length: number) => weighPassage(new Map([['w', 1]]), length).values[0] ?? 0;
    assert.ok(weigh(20) > weigh(200));
  });

  it('know rare words from frequent ones, and are never negative', () => {
    assert.ok(measureIdf(1, 100) > measureIdf(50, 100));
    assert.ok(measureIdf(100, 100) >= 0 && measureIdf(200, 100) >= 0);
  });
});

describe('weighing parts of words', () => {
  const counts = new Map([
    ['versicherung', 40],
    ['krankenversicherung', 1],
    ['meter', 2],
  ]);
  const vocabulary = { written: 1, passages: 100, terms: layered(new Map()), words: layered(counts) };

  it('gives all words of a part the same weight: a rare compound must not beat the word asked for', () => {
    const { values } = weighParts(['versicherung'], vocabulary);
    assert.equal(values.length, 2);
    assert.equal(values[0], values[1]);
  });

  it('gives a rare part more weight than a frequent one', () => {
    const [rare = 0] = weighParts(['mete'], vocabulary).values;
    const [frequent = 0] = weighParts(['versich'], vocabulary).values;
    assert.ok(rare > frequent);
  });

  it('leaves out what is too short or nowhere', () => {
    assert.deepEqual(weighParts(['me', '', 'xyz'], vocabulary), { indices: [], values: [] });
  });
});

describe('weighing terms', () => {
  const counts = new Map([
    ['meter', 40],
    ['landlord', 1],
  ]);
  const vocabulary = { written: 1, passages: 100, terms: layered(counts), words: layered(new Map()) };
  const weigh = (...terms: readonly string[]) => weighTerms(terms, vocabulary).values;

  it('gives a rare term more weight than a frequent one, however often it is asked for', () => {
    const [rare = 0] = weigh('landlord', 'landlord');
    const [frequent = 0] = weigh('meter');
    assert.ok(rare > frequent && frequent > 0);
  });

  it('asks for unknown terms as well: a document that holds them may just be arriving', () => {
    const [unknown = 0] = weigh('xyz');
    assert.ok(unknown > (weigh('landlord')[0] ?? 0));
  });
});

describe('word lists', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '#', '日'), minLength: 1, maxLength: 5 });
  const counts = fc.dictionary(word, fc.integer({ min: 1, max: 4 })).map((record) => new Map(Object.entries(record)));
  const changes = fc.dictionary(word, fc.integer({ min: 0, max: 4 })).map((record) => new Map(Object.entries(record)));
  const query = fc.oneof(
    fc.record({ kind: fc.constantFrom('contains' as const, 'starts' as const), text: word }),
    fc.record({ kind: fc.constant('similar' as const), first: word, min: fc.nat(3), max: fc.nat(6) }),
  ) satisfies fc.Arbitrary<WordQuery>;

  it('find what a plain search through all words finds', () => {
    fc.assert(
      fc.property(counts, changes, query, fc.nat(4), (base, changed, asked, limit) => {
        const words = { list: createWordList(sortWords(base)), changes: changed };
        const all = [...new Map([...base, ...changed])].filter(([, count]) => count > 0);
        const expected = all
          .filter(([each]) => {
            if (asked.kind === 'contains') return each.includes(asked.text);
            if (asked.kind === 'starts') return each.startsWith(asked.text);
            if (asked.kind !== 'similar') return false;
            return each.startsWith(asked.first) && each.length >= asked.min && each.length <= asked.max;
          })
          .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
          .map(([each]) => each);
        assert.deepEqual(findWords(words, asked, limit), expected.slice(0, limit));
        for (const [each, count] of all) assert.equal(countWord(words, each), count);
      }),
    );
  });
});

describe('toRequests', () => {
  it('keeps the order and the limit; what is larger goes alone', () => {
    const items = [3, 30, 3, 3, 3].map((length, id) => ({ id, vector: { v: new Array<number>(length).fill(1) } }));
    assert.deepEqual(
      toRequests(items, 70).map((request) => request.map(({ id }) => id)),
      [[0], [1], [2, 3], [4]],
    );
  });
});

function layered(counts: ReadonlyMap<string, number>) {
  return { list: createWordList(sortWords(counts)), changes: new Map<string, number>() };
}
