import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { listMissingWords } from '../../../src/ask/quotation/list-missing-words.ts';
import { createSource } from '../world.ts';

const LEASE = createSource({
  n: 1,
  title: 'Lease of the flat',
  correspondent: 'Moor',
  created: '2015-04-20',
  text: 'Die Haltung von Hunden ist erlaubt. Die Kündigung steht im Steuerbescheid von Nr. RE-2024-00817.',
});

describe('listMissingWords', () => {
  it('names what no source contains, as it was typed: nothing said that guinea pigs are not in the documents', async () => {
    assert.deepEqual(await list('Does the lease allow keeping Guinea Pigs?'), ['allow', 'keeping', 'Guinea', 'Pigs']);
    assert.deepEqual(await list('Darf ich Meerschweinchen halten?'), ['Meerschweinchen', 'halten']);
  });

  it('never names a stop word', async () => {
    assert.deepEqual(await list('What is the lease and who are they with?'), []);
    assert.deepEqual(await list('Wie ist das denn für uns mit der Kündigung?'), []);
  });

  it('takes other forms, compounds and parts of a word for the word', async () => {
    for (const q of ['Hund', 'kündigungen', 'leases', 'Bescheid', 'Steuer', 'Wohnungskündigung'])
      assert.deepEqual(await list(q), [], q);
  });

  it('takes umlauts in other letters for what they mean', async () => {
    assert.deepEqual(await list('Kuendigung fuer Hunde'), []);
    assert.deepEqual(await list('Pruefung fuer Hunde'), ['Pruefung']);
  });

  it('finds a date and an identifier in other spellings, also of a title, a correspondent or a date', async () => {
    for (const q of ['RE 2024 00817', '20. April 2015', 'Moor flat']) assert.deepEqual(await list(q), [], q);
    assert.deepEqual(await list('April 2016'), ['April', '2016']);
  });

  it('names five words at most, each once', async () => {
    assert.deepEqual(await list('alpha beta alpha gamma delta epsilon zeta'), [
      'alpha',
      'beta',
      'gamma',
      'delta',
      'epsilon',
    ]);
  });

  it('says nothing of scripts without blanks, where a whole sentence would be one word', async () => {
    assert.deepEqual(await list('我的狗在哪里'), []);
  });

  it('names only words of the question, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (question) => {
        const words = await list(question);
        assert.ok(words.length <= 5 && words.every((word) => question.includes(word)));
      }),
    );
  });
});

function list(question: string): Promise<string[]> {
  return listMissingWords(question, [createSource({ n: 1, text: 'Nothing.' }), { ...LEASE, n: 2 }]);
}
