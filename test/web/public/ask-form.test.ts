import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../../src/ask/question.ts';
import { toAskBody, toFields, toHistory } from '../../../src/web/public/ask-form.js';

const body = (query: string) => toAskBody(new URLSearchParams(query));

describe('toAskBody', () => {
  it('leaves empty fields out', () => {
    assert.deepEqual(body('q=a&correspondent=&tag=&created_from=+'), { q: 'a' });
  });

  it('collects filters and all tags', () => {
    const expected = { q: 'a', filters: { correspondent: 'b', tags: ['c', 'd'], created_to: '2024-01-01' } };
    assert.deepEqual(body('q=a&correspondent=b&tag=c&tag=&tag=d&created_to=2024-01-01'), expected);
  });

  it('passes unknown and repeated fields on, to be refused by name', () => {
    assert.throws(() => parseQuestion(body('q=a&corespondent=b')), { field: 'filters.corespondent' });
    assert.throws(() => parseQuestion(body('q=a&correspondent=b&correspondent=c')), { field: 'filters.correspondent' });
    assert.throws(() => parseQuestion(body('q=a&q=b')), { field: 'q' });
    assert.throws(() => parseQuestion(body('tag=a')), { field: 'q' });
  });
});

describe('the conversation so far', () => {
  it('goes into fields and out of them again', () => {
    const history = [
      { q: 'How much?', answer: '46 EUR [1]' },
      { q: 'And then?', answer: '' },
    ];
    assert.deepEqual(toAskBody(new URLSearchParams(toFields('a', {}, history))), { q: 'a', history });
  });

  it('is cut from the oldest until a request can hold it', () => {
    const turns = Array.from({ length: 40 }, (_, at) => ({ q: `q${at}`, answer: 'ä'.repeat(at < 38 ? 10 : 20_000) }));
    const history = toHistory(turns);
    assert.equal(history.at(-1)?.q, 'q39');
    assert.equal(history.at(-1)?.answer.length, 4_000);
    assert.equal(history.length, 20);
    assert.ok(
      JSON.stringify(toHistory([...turns, ...turns.slice(38), ...turns.slice(38), ...turns.slice(38)])).length <=
        16_000,
    );
    assert.doesNotThrow(() => parseQuestion({ q: 'a', history }));
    assert.deepEqual(toHistory([]), []);
  });
});

describe('toFields', () => {
  it('writes what toAskBody reads', () => {
    const filters = { correspondent: 'b & c', tags: ['d', 'e'], document_type: 'f' };
    assert.deepEqual(toAskBody(new URLSearchParams(toFields('a', filters))), { q: 'a', filters });
  });
});
