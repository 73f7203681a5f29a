import type { FilterRequest } from '../src/model.ts';

/** A question of the fixed mix, all of whose words come from the sample library, as do those of the synthetic one. */
export interface BenchQuestion {
  readonly kind: 'common' | 'rare' | 'identifier' | 'compound' | 'typo' | 'filtered';
  readonly q: string;
  readonly filters?: FilterRequest;
}

const QUESTIONS: Readonly<Record<BenchQuestion['kind'], readonly (string | [string, FilterRequest])[]>> = {
  common: [
    'Wie hoch ist die Rechnung für das Jahr?',
    'Was kostet die Wohnung im Monat?',
    'How much is the total for the house per month?',
    'When does the contract for the insurance end?',
    'Welche Frist gilt für die Kündigung der Wohnung?',
    'What did Aunt Gwen write about the house and the clock?',
  ],
  rare: [
    'Darf ich eine Wallbox am Carport anbringen?',
    'Wer prüft den Schimmel hinter der Waschmaschine?',
    'Does the insurer pay for boarding the pets in hospital?',
    'Which creatinine did the vet measure for Pixel?',
  ],
  identifier: [
    'What is invoice RE-2015-60894 about and how much is it?',
    'Zu welchem Gerät gehört die Seriennummer KV714-2106-55098?',
    'Welches Konto hat die IBAN DE00 6999 0000 0077 1600 06?',
    'Account number SW-5528-0091?',
  ],
  compound: [
    'Wie hoch ist der Beitrag für die Haftpflicht?',
    'Was kostet uns die Miete für den Zähler beim Strom?',
    'Wie lang ist die Frist für den Einspruch gegen den Steuerbescheid?',
    'Bei welcher Kasse ist Anna krankenversichert?',
    'Wann wird die Nebenkostenabrechnung der Hausverwaltung fällig?',
    'Which household insurance policy covers the bicycle?',
  ],
  typo: [
    'Wer war der Ingeneur bei der Haubtuntersuchung?',
    'when does the houshold insurence have to be canceled',
    'Wie hoch ist die Nachzahung für Strohm?',
    'wich vacum bags do we need for the hoovver',
  ],
  filtered: [
    ['Wie hoch ist die Rechnung für das Jahr?', { correspondent: 'Correspondent 1' }],
    ['What is the total for the house?', { correspondent: 'Correspondent 60' }],
    ['Welche Frist gilt für die Kündigung der Wohnung?', { tags: ['Tag 20'] }],
    ['Was kostet uns die Miete für den Zähler beim Strom?', { tags: ['Tag 1', 'Tag 2'] }],
    ['Which household insurance policy covers the bicycle?', { created_from: '2020-01-01', created_to: '2020-12-31' }],
    ['Wie hoch ist der Beitrag für die Haftpflicht?', { created_from: '2021-03-01', created_to: '2021-03-31' }],
  ],
};

/** The mix, its kinds spread evenly, so that no moment of the run belongs to one kind. */
export function listBenchQuestions(): BenchQuestion[] {
  // Safe: the keys of QUESTIONS are the kinds.
  const kinds = Object.keys(QUESTIONS) as BenchQuestion['kind'][];
  const rows = kinds.flatMap((kind) =>
    QUESTIONS[kind].map((row, index) => ({
      at: (index + 0.5) / QUESTIONS[kind].length,
      question: toQuestion(kind, row),
    })),
  );
  return rows.sort((a, b) => a.at - b.at).map(({ question }) => question);
}

function toQuestion(kind: BenchQuestion['kind'], row: string | [string, FilterRequest]): BenchQuestion {
  return typeof row === 'string' ? { kind, q: row } : { kind, q: row[0], filters: row[1] };
}
