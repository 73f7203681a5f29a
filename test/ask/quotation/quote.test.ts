import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { quoteSources } from '../../../src/ask/quotation/quote.ts';
import type { QuestionTerms } from '../../../src/ask/terms.ts';
import type { Source } from '../../../src/model.ts';
import { analyzeQuery } from '../../../src/text/analyze.ts';

describe('quoteSources', () => {
  it('quotes nothing of no sources, and nothing of sources without text', async () => {
    assert.deepEqual(await quote('rent', []), []);
    assert.deepEqual(await quote('lease', [source(1, '', 'Lease')]), []);
  });

  it('lets others at the thread between two sources: a dozen of them took 40 ms', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    await quote(
      'rent',
      [1, 2, 3, 4].map((n) => source(n, FILLER)),
    );
    clearImmediate(turn);
    assert.ok(turns >= 3, `${turns} turns`);
  });

  it('quotes the sentence that names what is asked', async () => {
    const text = `${FILLER}\n\nThe monthly rent for the flat is 935 EUR.\n\n${FILLER}`;
    assert.equal(
      (await quote('How high is the monthly rent?', [source(1, text)]))[0],
      'The monthly rent for the flat is 935 EUR.',
    );
  });

  it('takes the sentence after it along: the answer is often there', async () => {
    const text = `${FILLER}\n\nThe voucher code is LAMP50. It cannot be used for spare shades.\n\n${FILLER}`;
    const [first] = await quote('What is the voucher code not valid for?', [source(1, text)]);
    assert.equal(first, 'The voucher code is LAMP50. It cannot be used for spare shades.');
  });

  it('quotes a table row alone, and the total before the items', async () => {
    const text = 'Router | EUR 3.50\nLine | EUR 34.90\nTotal including VAT | EUR 46.33\nThank you.';
    const quotations = await quote('How much was the Brightline bill?', [source(1, text, 'Brightline bill')]);
    assert.equal(quotations[0], 'Total including VAT | EUR 46.33');
    assert.ok(quotations.every((quotation) => !quotation.includes('\n')));
  });

  it('quotes the total for words that ask nothing', async () => {
    const text = 'Rechnung RE-2024-00817\nBremsbeläge | 80,00 EUR\nGesamtbetrag | 874,32 EUR\nVielen Dank.';
    assert.ok((await quote('invoice RE-2024-00817', [source(1, text)])).includes('Gesamtbetrag | 874,32 EUR'));
  });

  it('quotes a document found by its title beside one that names the word', async () => {
    const sources = [
      source(1, 'She weighed 3.42 kg that day.', 'Letter about Pixel'),
      source(2, 'The cat Pixel goes to her.'),
    ];
    assert.equal((await quote('Pixel', sources)).length, 2);
  });

  it('does not quote a signature', async () => {
    assert.deepEqual(await quote('Gwen', [source(1, 'I am well and the tide is out.\n\nGwen')]), []);
  });

  it('tells documents apart by what their titles say', async () => {
    const bills = [2020, 2021, 2022].map((year, index) =>
      source(index + 1, `Total | EUR 4${index}.00`, `Bill March ${year}`),
    );
    assert.equal((await quote('What was the total of the bill of March 2022?', bills))[0], 'Total | EUR 42.00');
  });

  it('quotes a sentence of two near-duplicates once', async () => {
    const text = 'The class trip costs EUR 212.00 per child.';
    assert.deepEqual(await quote('What does the class trip cost?', [source(1, text), source(2, text)]), [text]);
  });

  it('leaves out what fits far worse than the best', async () => {
    const text = 'The rent of the flat is 935 EUR a month.';
    assert.deepEqual(await quote('What is the rent of the flat a month?', [source(1, text), source(2, FILLER)]), [
      text,
    ]);
  });

  it('quotes at most five parts of sources, word for word, none twice', async () => {
    const words = fc.constantFrom(
      'rent',
      'flat',
      'month',
      'EUR',
      '935',
      'total',
      '|',
      '.',
      '\n',
      '\n\n',
      'cat',
      '2021',
      '„',
      '🦒',
      '…',
    );
    const text = fc.array(words, { maxLength: 80 }).map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 6 }),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        async (texts, q) => {
          const sources = texts.map((content, index) => source(index + 1, content));
          const quotations = await quoteSources(sources, { q }, toTerms(`rent flat ${q}`));
          assert.ok(quotations.length <= 5);
          for (const { n, span, text: quoted } of quotations) {
            assert.equal(sources[n - 1]?.text.slice(span.start, span.end), quoted);
            assert.notEqual(quoted.trim(), '');
          }
          for (const a of quotations)
            for (const b of quotations)
              assert.ok(a === b || a.n !== b.n || a.span.end <= b.span.start || b.span.end <= a.span.start);
        },
      ),
    );
  });
});

const FILLER = 'Please keep this letter in a dry place.';

async function quote(question: string, sources: readonly Source[]): Promise<string[]> {
  const quotations = await quoteSources(sources, { q: question }, toTerms(question));
  return quotations.map(({ text }) => text);
}

function toTerms(question: string): QuestionTerms {
  const query = analyzeQuery(question);
  const words = query.words.map(({ folded, stems }) => ({ folded, stems, guesses: [], idf: 2 }));
  return { text: question, query, words };
}

function source(n: number, text: string, title = `Document ${n}`): Source {
  return {
    n,
    passage: `${n}-0`,
    document_id: n,
    title,
    correspondent: null,
    created: null,
    url: null,
    text,
    highlights: [],
    score: 1,
    legs: {},
  };
}
