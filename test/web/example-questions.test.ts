import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listExampleQuestions } from '../../src/web/example-questions.ts';
import { de } from '../../src/web/words/de.ts';
import { en } from '../../src/web/words/en.ts';

const named = (...names: string[]) => names.map((name, at) => ({ name, count: names.length - at }));

describe('listExampleQuestions', () => {
  it('asks about the names that most documents carry', () => {
    const correspondents = [{ name: 'Rare', count: 0 }, ...named('Aunt Gwen', 'Stadtwerke')];
    const questions = listExampleQuestions(correspondents, named('Letter', 'Rechnung'), en);
    assert.deepEqual(
      questions.filter(({ correspondent }) => correspondent !== 'Rare').map(({ q }) => q),
      [
        'What does Aunt Gwen write about?',
        'What does Stadtwerke write about?',
        'What is the total of the Rechnung from Aunt Gwen?',
        'What is the total of the Rechnung from Stadtwerke?',
        'What does the Letter from Aunt Gwen say?',
        'What does the Letter from Stadtwerke say?',
      ],
    );
    assert.deepEqual(questions.at(-1)?.filters, { correspondent: 'Rare', document_type: 'Letter' });
  });

  it('asks in German, too', () => {
    const [first] = listExampleQuestions(named('Stadtwerke'), [], de);
    assert.equal(first?.q, 'Worüber schreibt Stadtwerke?');
  });

  it('leaves out names that read badly', () => {
    assert.deepEqual(listExampleQuestions(named('<b>Licht</b>', 'x'.repeat(41)), named('?'), en), []);
  });
});
