import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCopyText } from '../../../src/web/public/copy.js';
import { de } from '../../../src/web/words/de.ts';
import { en } from '../../../src/web/words/en.ts';
import { SOURCE } from '../../fakes/scripted-answers.ts';

const ANSWER = {
  q: 'How much?',
  filters: { tags: ['energie'] },
  title: 'Quotations that match best',
  text: '> “1.252,36 EUR” [1]',
  sources: [
    SOURCE,
    { ...SOURCE, n: 2, title: 'Not used' },
    { ...SOURCE, n: 3, url: null, created: null, correspondent: null },
  ],
  citations: [
    { n: 1, passage: '12-0', checked: true },
    { n: 3, passage: '12-0', checked: true },
  ],
};

describe('toCopyText', () => {
  it('takes question, filters, text and the sources used, with their links', () => {
    assert.equal(
      toCopyText(ANSWER, en.shared),
      `**How much?** (Only tag energie)

Quotations that match best:

> “1.252,36 EUR” [1]

2 sources:
[1] Jahresabrechnung Strom 2022, Stadtwerke, 2023-01-19: <https://paperless.example/documents/12/>
[3] Jahresabrechnung Strom 2022
`,
    );
  });

  it('lists no sources where none is used, and speaks the language of the page', () => {
    const text = toCopyText({ ...ANSWER, citations: [] }, de.shared);
    assert.match(text, /^\*\*How much\?\*\* \(Nur Tag energie\)/);
    assert.doesNotMatch(text, /Quelle/);
  });
});
