import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildExamples } from '../../../src/web/page/build-examples.ts';

const named = (...names: string[]) => names.map((name, at) => ({ name, count: names.length - at }));

describe('buildExamples', () => {
  it('asks about the names that most documents carry', () => {
    const correspondents = [{ name: 'Rare', count: 0 }, ...named('Aunt Gwen', 'Stadtwerke Talhausen')];
    assert.deepEqual(buildExamples(correspondents, named('Letter', 'Rechnung')), [
      'What does Aunt Gwen write about?',
      'How much do I pay Stadtwerke Talhausen?',
      'What is the total of the latest Rechnung?',
    ]);
  });

  it('asks of a type what its documents can say', () => {
    assert.deepEqual(buildExamples([], named('Letter', 'Mietvertrag')), ['When does the Mietvertrag end?']);
    assert.deepEqual(buildExamples([], named('Letter', 'Minutes')), ['What does the latest Letter say?']);
  });

  it('leaves out names that read badly', () => {
    assert.deepEqual(buildExamples(named('<b>Licht</b>', 'x'.repeat(41)), named('?')), []);
  });
});
