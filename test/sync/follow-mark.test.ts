import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followMark } from '../../src/sync/follow-mark.ts';
import { createGenerationState } from '../../src/sync/sync-state.ts';
import { createEntry, LEXICAL } from '../contract/passage-index-world.ts';
import { MemoryIndex } from '../fakes/memory-index.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

describe('the mark beside the cursor', () => {
  it('is that of what an abort left half written: the next run must not compare everything', async () => {
    const index = new MemoryIndex();
    const generation = await index.begin(LEXICAL);
    const writer = await index.writer(generation.id);
    const state = createGenerationState(generation.id);
    const whole = await followMark(writer, state, SILENT_LOG, {});
    const interrupted = {
      ...whole,
      replace: async () => {
        await writer.replace([createEntry(1)]);
        throw new DOMException('The operation was aborted', 'AbortError');
      },
    };
    const following = await followMark(interrupted, state, SILENT_LOG, {});
    await assert.rejects(following.replace([createEntry(1), createEntry(2)]), { name: 'AbortError' });
    assert.equal(state.mark, await writer.mark());
  });
});
