import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createThinkCleaner } from '../../../src/ask/chat/think-cleaner.ts';
import { cutText, readCleaned } from '../cleaned.ts';

const clean = (text: string, habit = { closesUnopened: false }) => readCleaned(createThinkCleaner(habit), [text]);

describe('thinking in a stream', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a block', '<think>The rent?\nSee source.</think>\n\nIt is 935 EUR.', 'It is 935 EUR.'],
    ['a block in another spelling', '<Thinking>hm</Thinking>It is 935 EUR.', 'It is 935 EUR.'],
    ['a block under another name', '<thought>hm</thought>It is 935 EUR.', 'It is 935 EUR.'],
    ['a block that is opened twice', '<think>It <think>is</think>It is 935 EUR.', 'It is 935 EUR.'],
    ['two blocks', '<think>a</think> It is <think>b</think> 935 EUR.', 'It is 935 EUR.'],
    ['a block in the middle', 'It is <think>really?</think>935 EUR.', 'It is 935 EUR.'],
    ['a block that is never closed', 'It is<think> 935 or 985? The lease says', 'It is'],
    ['nothing but thinking', '<think>I wonder', ''],
    ['an empty block', '<think>\n\n</think>\n\nYes.', 'Yes.'],
    [
      'thinking without an opening tag',
      'Okay, the user asks for the rent.</think>\n\nIt is 935 EUR.',
      'It is 935 EUR.',
    ],
    ['an answer that sounds like thinking', 'Okay, it is 935 EUR.', 'Okay, it is 935 EUR.'],
    [
      'an answer that sounds like thinking, before a block',
      'Okay, it is 935 EUR. <think>Really?</think>Yes.',
      'Okay, it is 935 EUR. Yes.',
    ],
    ['thinking behind blank lines', '\n\nOkay, the rent.</think>It is 935 EUR.', 'It is 935 EUR.'],
    ['a closing tag out of the blue', 'Sources say 935.</think>It is 935 EUR.', 'Sources say 935.It is 935 EUR.'],
    ['other tags', 'The price is <b>5</b> and 3 < 4.', 'The price is <b>5</b> and 3 < 4.'],
    ['a tag that was never finished', 'The sign is <thin', 'The sign is <thin'],
  ];
  for (const [name, text, expected] of cases)
    it(`${name}: ${JSON.stringify(expected)} is left`, () => assert.equal(clean(text), expected));

  it('comes out the same however it is cut into pieces', () => {
    const cut = fc
      .constantFrom(...cases)
      .chain(([, text, expected]) => cutText(text).map((pieces) => ({ pieces, expected })));
    fc.assert(
      fc.property(cut, ({ pieces, expected }) => {
        assert.equal(readCleaned(createThinkCleaner({ closesUnopened: false }), pieces), expected);
      }),
    );
  });

  it('passes an answer on at once, a piece at a time', () => {
    const { push } = createThinkCleaner({ closesUnopened: false });
    const pieces = ['The ', 'rent ', 'is ', '935 ', 'EUR.'];
    assert.deepEqual(pieces.map(push), pieces);
  });

  it('is known of a model after its first closing tag out of the blue', () => {
    const habit = { closesUnopened: false };
    clean('Sources say 935.</think>It is 935 EUR.', habit);
    assert.equal(clean('Sources say 985.</think>It is 985 EUR.', habit), 'It is 985 EUR.');
  });

  it('is not taken for a habit where it was opened', () => {
    const habit = { closesUnopened: false };
    clean('<think>935?</think>It is 935 EUR.</think>', habit);
    assert.equal(habit.closesUnopened, false);
  });

  it('is forgotten again when the model answers without it', () => {
    const habit = { closesUnopened: true };
    assert.equal(clean('It is 935 EUR.', habit), 'It is 935 EUR.');
    assert.equal(habit.closesUnopened, false);
  });
});
