import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../../src/ask/question.ts';
import { toAskBody, toFields } from '../../../src/web/public/ask-form.js';

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

describe('toFields', () => {
  it('writes what toAskBody reads', () => {
    const filters = { correspondent: 'b & c', tags: ['d', 'e'], document_type: 'f' };
    assert.deepEqual(toAskBody(new URLSearchParams(toFields('a', filters))), { q: 'a', filters });
  });
});
