import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/errors.ts';
import { convertArguments, convertValue } from '../../src/mcp/convert-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 1, maximum: 100 },
    share: { type: 'number' },
    heal: { type: 'boolean' },
    ids: { type: 'array', items: { type: 'integer' }, maxItems: 3 },
    tags: { type: 'array', items: { type: 'string' } },
    query: { type: 'string', minLength: 1, maxLength: 10 },
    match: { type: 'string', enum: ['words', 'syntax'] },
    from: { type: 'string', format: 'date' },
    where: { type: 'object', properties: { page: { type: 'integer' } }, additionalProperties: false },
  },
};

const convert = (args: unknown, required: readonly string[] = []) => convertArguments(args, { ...SCHEMA, required });

describe('arguments', () => {
  it('numbers, booleans and lists that arrive as text are converted: {"id":"5"}, "true", "[1,2]"', () => {
    const given = { id: '5', share: '0.5', heal: 'true', ids: '[1,"2"]', where: '{"page":"3"}' };
    assert.deepEqual(convert(given), { id: 5, share: 0.5, heal: true, ids: [1, 2], where: { page: 3 } });
  });

  it('an integral float is an integer: 3.0', () => assert.deepEqual(convert(JSON.parse('{"id":3.0}')), { id: 3 }));

  for (const id of ['5abc', '', ' 5', '5.5', '5.0', '05', '+5', '1e1', '0x5', '９', 'NaN', 5.5, true, [5], {}])
    it(`${JSON.stringify(id)} is no integer`, () => assert.throws(() => convert({ id }), UsageError));

  for (const heal of ['True', '1', 'yes', '', 1, 0])
    it(`${JSON.stringify(heal)} is no boolean`, () => assert.throws(() => convert({ heal }), UsageError));

  for (const ids of ['1,2', '[1,2', '{"a":1}', '', '[1,"x"]', 5])
    it(`${JSON.stringify(ids)} is no list of integers`, () => assert.throws(() => convert({ ids }), UsageError));

  it('a number may stand for a text: a year as a search word, an id as a name', () => {
    assert.deepEqual(convert({ query: 2024, tags: [7] }), { query: '2024', tags: ['7'] });
  });

  it('an unknown argument is refused by name, with those that exist', () => {
    assert.throws(() => convert({ tag: 'x', id: 1 }), {
      field: 'tag',
      message: 'tag is no argument of this tool (known are id, share, heal, ids, tags, query, match, from, where).',
    });
  });

  it('names of object internals are unknown arguments, too', () => {
    assert.throws(() => convert(JSON.parse('{"__proto__":1}')), /__proto__ is no argument/);
    assert.throws(() => convert({ constructor: 1 }), /constructor is no argument/);
  });

  it('what is out of range is refused naming the bounds, never narrowed', () => {
    assert.throws(() => convert({ id: 500 }), /id must be a whole number from 1 to 100\./);
    assert.throws(() => convert({ ids: [1, 2, 3, 4] }), /ids must be a list of at most 3, each a whole number/);
    assert.throws(() => convert({ query: '' }), /query must be a text of 1 to 10 characters/);
    assert.throws(() => convert({ match: 'all' }), /match must be one of words, syntax/);
  });

  for (const from of ['2024-1-5', '05.01.2024', '2024-02-30', '2024-01-05T00:00:00Z'])
    it(`${from} is no date, and the message shows one`, () => {
      assert.throws(() => convert({ from }), /from must be a date like 2024-02-29/);
    });

  it('null is told apart from leaving out', () => {
    assert.throws(() => convert({ id: null }), /id must be .*, or be left out; null is not taken/);
  });

  it('id: null was said to be one that may be left out, though it is needed', () => {
    assert.throws(() => convert({ id: null }, ['id']), /id must be a whole number[^,]*; null is not taken\.$/);
  });

  it('all problems are named at once, and what is missing', () => {
    assert.throws(() => convert({ id: 0, foo: 1 }, ['query']), /id must be .*; foo is no .*; query is needed: a text/);
  });

  it('no arguments at all are an empty object', () => assert.deepEqual(convert(undefined), {}));

  it('a conversion loses nothing: what is taken is written back the same way', () => {
    const text = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String), fc.json());
    fc.assert(
      fc.property(text, fc.constantFrom('integer', 'number', 'boolean'), (given, type) => {
        const taken = convertValue(given, { type });
        assert.ok(taken === given || String(taken) === given);
      }),
    );
  });

  it('never throws anything but a UsageError', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        try {
          convert(given);
        } catch (error) {
          assert.ok(error instanceof UsageError);
        }
      }),
    );
  });
});
