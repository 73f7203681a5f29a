import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { count, fill, formatDate, toFilterWords } from '../../../src/web/public/words.js';
import { de } from '../../../src/web/words/de.ts';
import { en } from '../../../src/web/words/en.ts';

const toPlain = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

describe('fill', () => {
  it('takes what is filled in as it is, braces and all', () => {
    assert.equal(fill('a {name} b', { name: '{name} $& <b>' }), 'a {name} $& <b> b');
  });
});

describe('count', () => {
  it('knows one from many, and writes numbers as the language does', () => {
    assert.equal(count(en.page.status.documents, 1, en.shared), '1 document');
    assert.equal(count(en.page.status.documents, 12_345, en.shared), '12,345 documents');
    assert.equal(count(de.page.status.documents, 12_345, de.shared), '12.345 Dokumente');
    assert.equal(count(de.page.status.documents, 0, de.shared), '0 Dokumente');
  });
});

describe('formatDate', () => {
  it('shows the very day that was written, in every time zone', () => {
    assert.equal(formatDate('2024-01-01', en.shared), '1\u00a0Jan\u00a02024');
    assert.equal(formatDate('2024-02-29', de.shared), '29.\u00a0Feb.\u00a02024');
  });
});

describe('toFilterWords', () => {
  it('says each filter in the order of the form', () => {
    const filters = { created_from: '2022-01-05', tags: ['a', 'b'], document_type: 'Rechnung', correspondent: 'Anna' };
    assert.deepEqual(toPlain(toFilterWords(filters, en.shared)), [
      'Anna',
      'Rechnung',
      'tag a',
      'tag b',
      'from 5 Jan 2022',
    ]);
    assert.deepEqual(toPlain(toFilterWords({ created_to: '2022-01-05' }, de.shared)), ['bis 5. Jan. 2022']);
    assert.deepEqual(toFilterWords({}, en.shared), []);
  });

  it('calls a whole year, a whole month and a single day by their names', () => {
    const said = (from: string, to: string) =>
      toPlain(toFilterWords({ created_from: from, created_to: to }, de.shared)).join();
    assert.equal(said('2021-01-01', '2021-12-31'), '2021');
    assert.equal(said('2024-02-01', '2024-02-29'), 'Februar 2024');
    assert.equal(said('2023-02-01', '2023-02-28'), 'Februar 2023');
    assert.equal(said('2023-12-01', '2023-12-31'), 'Dezember 2023');
    assert.equal(said('2023-12-24', '2023-12-24'), '24. Dez. 2023');
    assert.equal(said('2023-12-24', '2024-01-06'), '24. Dez. 2023 – 6. Jan. 2024');
  });
});
