import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAskArguments } from '../../src/cli/ask-arguments.ts';
import { UsageError } from '../../src/errors.ts';

const parse = (...args: string[]) => parseAskArguments(args);

describe('parseAskArguments', () => {
  it('serves without a question, and answers with one', () => {
    assert.deepEqual(parse(), { command: 'serve', demo: false });
    assert.deepEqual(parse('--demo'), { command: 'serve', demo: true });
    const question = { command: 'answer', demo: true, q: 'Why?', filters: undefined, json: false };
    assert.deepEqual(parse('--demo', 'Why?'), question);
    assert.deepEqual(parse('Why?', '--demo', '--json'), { ...question, json: true });
  });

  it('holds a conversation, within filters if asked to', () => {
    assert.deepEqual(parse('chat'), { command: 'chat', demo: false, filters: undefined });
    assert.deepEqual(parse('chat', '--tag', 'house'), { command: 'chat', demo: false, filters: { tags: ['house'] } });
    assert.throws(() => parse('chat', '--json'), { name: 'UsageError', message: /single question/ });
  });

  it('reads the filters of a question', () => {
    const request = parse(
      '--correspondent',
      'a',
      '--tag',
      'b',
      '--tag=--c',
      '--type',
      'd',
      '--from',
      '2024-01-01',
      '--to',
      '2024-02-29',
      'Why?',
    );
    const filters = {
      correspondent: 'a',
      tags: ['b', '--c'],
      document_type: 'd',
      created_from: '2024-01-01',
      created_to: '2024-02-29',
    };
    assert.deepEqual(request, { command: 'answer', demo: false, q: 'Why?', filters, json: false });
  });

  it('reads who asks, for a question and for a conversation', () => {
    const question = { command: 'answer', demo: false, as: 'anna', q: 'Why?', filters: undefined, json: false };
    assert.deepEqual(parse('--as', 'anna', 'Why?'), question);
    assert.deepEqual(parse('chat', '--as=anna'), { command: 'chat', demo: false, as: 'anna', filters: undefined });
  });

  it('names the flags, not the fields of the API, when the dates leave no day', () => {
    assert.throws(() => parse('Why?', '--from', '2024-03-01', '--to', '2024-02-01'), {
      message: '--from 2024-03-01 must not be after --to 2024-02-01',
    });
  });

  it('a mistyped command, or one of paperless-index, was answered as a question: it is refused', () => {
    for (const [word, meant] of [
      ['caht', 'paperless-ask chat'],
      ['chatt', 'paperless-ask chat'],
      ['Chat', 'paperless-ask chat'],
      ['doctor', 'paperless-index doctor'],
      ['docotr', 'paperless-index doctor'],
      ['status', 'paperless-index status'],
      ['help', 'paperless-ask --help'],
    ] as const)
      assert.throws(() => parse(word), {
        name: 'UsageError',
        message: `"${word}" is no command of paperless-ask; did you mean ${meant}? If it is a question, write paperless-ask "${word}?"`,
      });
    assert.throws(() => parse('search', 'boiler'), /did you mean paperless-index search "words"\?$/);
  });

  it('takes an ordinary word for a question', () => {
    for (const q of ['cat', 'what', 'chart', 'boiler', 'doctors', 'doctor?', 'insurance', 'Wartung'])
      assert.equal(parse(q).command, 'answer', q);
  });

  it('drops nothing silently', () => {
    for (const args of [
      ['--tag', 'a'],
      ['--json'],
      ['--as', 'anna'],
      ['--as', '', 'Why?'],
      ['two', 'words'],
      [' '],
      ['Why?', '--from', '2024-02-30'],
      ['Why?', '--json', '--json'],
    ])
      assert.throws(() => parse(...args), UsageError, args.join(' '));
  });
});
