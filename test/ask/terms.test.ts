import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listParts, readTerms } from '../../src/ask/terms.ts';
import { analyzeQuery } from '../../src/text/analyze.ts';
import { openReader } from '../contract/passage-index-world.ts';
import { createWorld } from './world.ts';

const LIBRARY = [
  { id: 1, title: '', texts: ['Die Hauptuntersuchung kostet 139 Euro.'] },
  { id: 2, title: '', texts: ['Die Nachzahlung beträgt 174 Euro.'] },
  { id: 3, title: '', texts: ['Die Rechnung lautet auf 12 Euro.'] },
];

describe('readTerms', () => {
  it('leaves known words as they are', async () => {
    const [word] = (await read('Rechnung')).words;
    assert.deepEqual([word?.folded, word?.stems.includes('rechnung'), word?.guesses], ['rechnung', true, []]);
  });

  it('takes the nearest known word for a misspelt one', async () => {
    const [word] = (await read('Nachzahung')).words;
    assert.ok(
      word?.guesses.some((term) => term.startsWith('nachzahl')),
      String(word?.guesses),
    );
  });

  it('takes the compound for a part of it', async () => {
    const [word] = (await read('Haupt')).words;
    assert.ok(
      word?.guesses.some((term) => term.startsWith('hauptuntersuch')),
      String(word?.guesses),
    );
  });

  it('weighs a rare word more than a common one, and an unknown one with 0', async () => {
    const { words } = await read('Euro Rechnung Xylophon');
    const [euro = 0, rechnung = 0, xylophon] = words.map(({ idf }) => idf);
    assert.ok(rechnung > euro && euro > 0);
    assert.equal(xylophon, 0);
  });

  it('searches the rarest words of a pasted page, and the known ones before the unknown', async () => {
    const page = Array.from(
      { length: 200 },
      (_, index) => `zq${'abcdefghij'[index % 10]}x${'klmnopqrst'[Math.floor(index / 10) % 10]}w`,
    );
    const { words } = await read(`${page.join(' ')} Rechnung Euro`);
    assert.equal(words.length, 24);
    assert.deepEqual(
      words.slice(-2).map(({ folded }) => folded),
      ['rechnung', 'euro'],
    );
  });

  it('has nothing to search for in punctuation', async () => {
    assert.deepEqual((await read('?! …')).words, []);
  });
});

describe('listParts', () => {
  const list = (question: string) => listParts(analyzeQuery(question));

  it('takes what compounds and inflections of a word share, of long words the beginning', () => {
    assert.deepEqual(list('Wie hoch sind die Mieten?'), ['miet']);
    assert.deepEqual(list('Krankenversicherungen'), ['krankenv']);
  });

  it('takes the longest words of a pasted page', () => {
    const page = Array.from({ length: 200 }, (_, index) => `w${index}x`);
    const parts = list(`${page.join(' ')} Nebenkosten`);
    assert.equal(parts.length, 24);
    assert.ok(parts.includes('nebenko'));
  });

  it('has nothing to look for in punctuation', () => {
    assert.deepEqual(list('?! …'), []);
  });
});

async function read(question: string) {
  const { index } = await createWorld(LIBRARY);
  return readTerms(question, await openReader(index), {});
}
