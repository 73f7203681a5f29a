import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseWords } from '../../../src/web/words/choose-words.ts';
import { de } from '../../../src/web/words/de.ts';
import { en } from '../../../src/web/words/en.ts';

describe('chooseWords', () => {
  it('takes the most preferred language that it speaks, regions aside', () => {
    for (const [header, lang] of [
      ['de', 'de'],
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7', 'en'],
      ['en;q=0.3, DE-ch;q=0.4', 'de'],
      ['de;q=0, en-US', 'en'],
      ['da, *', undefined],
      ['*', undefined],
      ['', undefined],
      [undefined, undefined],
      [';;q=x,,"', undefined],
    ] as const)
      assert.equal(chooseWords(header)?.lang, lang, header);
  });
});

describe('the dictionaries', () => {
  it('fill in the same things in every language', () => {
    const [english, german] = [en, de].map((words) => Object.fromEntries(listTexts(words)));
    assert.deepEqual(Object.keys(german ?? {}), Object.keys(english ?? {}));
    for (const [key, text] of Object.entries(english ?? {}))
      assert.deepEqual(toBlanks(german?.[key]), toBlanks(text), key);
  });

  it('leave nothing untranslated', () => {
    const german = new Map(listTexts(de));
    const same = listTexts(en).filter(([key, text]) => german.get(key) === text && /[a-z]{4}/i.test(text));
    // As Paperless calls them in German, too.
    assert.deepEqual(same, [['.page.tags', 'Tags']]);
  });
});

function listTexts(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => listTexts(inner, `${path}.${key}`));
}

function toBlanks(text = ''): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}
