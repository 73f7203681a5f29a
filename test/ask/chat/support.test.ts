import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSupportTest } from '../../../src/ask/chat/support.ts';

const LEASE =
  'Lease\nThe tenant may keep small animals in the flat. The keys are to be returned to the caretaker at the end of the lease.';
const MIETE =
  'Mietvertrag\nDie Kündigungsfrist beträgt drei Monate. Der Mieter darf die Wohnung nicht ohne Erlaubnis des Vermieters untervermieten.';

describe('whether a source may say what a sentence says', () => {
  const cases: readonly (readonly [name: string, source: string, q: string, sentence: string, expected: boolean])[] = [
    ['its own words', LEASE, 'Who gets the keys?', 'They are returned to the caretaker.', true],
    ['inflected ones', LEASE, 'Which pets are fine?', 'A tenant keeps a small animal.', true],
    ['none of them', LEASE, 'Who gets the keys?', 'They go to the solicitor in Bristol.', false],
    ['what the question said already, and little else', LEASE, 'May we have pets?', 'Yes, pets are permitted.', true],
    ['nothing but what the question said', LEASE, 'Is the solicitor in Bristol?', 'The solicitor is in Bristol.', true],
    ['a part of a compound', MIETE, 'Was gilt für uns?', 'Für uns gilt eine Frist nach Monaten.', true],
    ['a compound of one', MIETE, 'Was gilt für uns?', 'Eine Untervermietung der Mietwohnung ist nicht erlaubt.', true],
    ['other umlauts', MIETE, 'Was gilt für uns?', 'Die Kuendigungsfrist für den Mieter.', true],
    ['none of them, in German', MIETE, 'Wer ist der Notar?', 'Das ist Herr Pettersson aus dem Hafenviertel.', false],
    ['another language', MIETE, 'May we sublet the flat?', 'Only with written consent of the landlord.', true],
    ['another language than both', MIETE, 'Wem gehört das?', 'Это дом моего брата и сестры.', true],
    ['a source of no language', 'AB 4711\nMeier Schulze', 'Who is it?', 'It is the caretaker of the building.', true],
    ['nothing', LEASE, '', '', true],
  ];
  for (const [name, source, q, sentence, expected] of cases)
    it(`${expected ? 'passes' : 'doubts'} ${name}`, () =>
      assert.equal(createSupportTest(source, q)(sentence), expected));
});
