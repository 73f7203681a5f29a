import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOutput, toSafeJson } from '../../src/cli/output.ts';
import { captureStream } from './capture-stream.ts';

describe('createOutput', () => {
  it('writes lines', () => {
    const stream = captureStream();
    const output = createOutput(stream);
    output.line('a');
    output.line();
    output.json({ b: 1 });
    assert.equal(stream.text(), 'a\n\n{"b":1}\n');
  });

  it('uses no colours unless the stream is a terminal', () => {
    assert.equal(createOutput(captureStream()).style('bold', 'a'), 'a');
  });
});

describe('toSafeJson', () => {
  it('escapes what a terminal would obey, and means the same', () => {
    const value = { title: 'a\u009b31m\u202eb\u2028\ud800', text: 'ä \u{1f600}\u001b' };
    const json = toSafeJson(value);
    assert.doesNotMatch(json, /\p{Cc}|[\u2028-\u202e]/u);
    assert.deepEqual(JSON.parse(json), value);
  });
});
