import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCENARIOS } from './failures.ts';
import { readDocument } from './read-blocks.ts';

const [, table = ''] = readDocument('docs/operations.md').split('| In the journal | What to do |\n|---|---|\n');
const messages = (table.split('\n\n')[0] ?? '').split('\n').flatMap((row) => /^\| `([^`]+)` \|/.exec(row)?.[1] ?? []);

describe('the messages that the guide explains', { concurrency: 2 }, () => {
  it('are those that are tested', () => {
    assert.ok(messages.length >= 10);
    assert.deepEqual(messages.toSorted(), Object.keys(SCENARIOS).sort());
  });

  for (const [message, fail] of Object.entries(SCENARIOS)) {
    it(`are the actual ones: ${message}`, async (context) => {
      const journal = await fail(context);
      assert.ok(journal.includes(message), journal);
    });
  }
});
