import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCopyText } from '../../../src/web/public/copy.js';
import { SOURCE } from '../../fakes/scripted-answers.ts';

describe('toCopyText', () => {
  it('takes question, filters, text and the sources used, with their links', () => {
    const text = toCopyText({
      q: 'How much?',
      filters: { tags: ['energie'] },
      text: '> “1.252,36 EUR” [1]',
      outcome: 'extractive',
      sources: [
        SOURCE,
        { ...SOURCE, n: 2, title: 'Not used' },
        { ...SOURCE, n: 3, url: null, created: null, correspondent: null },
      ],
      citations: [
        { n: 1, passage: '12-0', checked: true },
        { n: 3, passage: '12-0', checked: true },
      ],
    });
    assert.equal(
      text,
      `**How much?** (only tag energie)

Quotations that match best:

> “1.252,36 EUR” [1]

Sources:
[1] Jahresabrechnung Strom 2022, Stadtwerke, 2023-01-19: <https://paperless.example/documents/12/>
[3] Jahresabrechnung Strom 2022
`,
    );
  });
});
