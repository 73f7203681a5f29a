import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { createLog, toReadableLine } from '../src/log.ts';

function capture(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough;
  return { stream, text: () => String(stream.read() ?? '') };
}

describe('createLog', () => {
  it('writes one JSON object a line with the level as a word', () => {
    const { stream, text } = capture(false);
    createLog({ name: 'paperless-index', level: 'info', stderr: stream }).info({ documents: 3 }, 'tick done');
    const entry = JSON.parse(text());
    assert.equal(entry.level, 'info');
    assert.equal(entry.documents, 3);
    assert.equal(entry.msg, 'tick done');
  });

  it('never writes a field that is named like a secret', () => {
    const { stream, text } = capture(false);
    const log = createLog({ name: 'x', level: 'info', stderr: stream });
    log.warn({ token: 'abc123', request: { authorization: 'Token abc123' } }, 'refused');
    assert.doesNotMatch(text(), /abc123/);
  });

  it('writes a readable line to a terminal', () => {
    const { stream, text } = capture(true);
    createLog({ name: 'x', level: 'info', stderr: stream }).info({ documents: 3 }, 'tick done');
    assert.match(text(), /^\d\d:\d\d:\d\d info {2}tick done documents=3\n$/);
  });

  it('shows the stack of an error on a terminal', () => {
    const { stream, text } = capture(true);
    createLog({ name: 'x', level: 'info', stderr: stream }).error({ error: new Error('boom') }, 'a bug');
    assert.match(text(), /a bug\nError: boom\n {4}at /);
  });
});

describe('toReadableLine', () => {
  it('passes on what is not JSON', () => {
    assert.equal(toReadableLine('plain\n'), 'plain\n');
  });
});
