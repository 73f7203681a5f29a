import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { reportError } from '../../src/web/error-answer.ts';

describe('reportError', () => {
  const lines: string[] = [];
  const stderr = { isTTY: false, write: (line: string) => lines.push(line) };
  // Safe: the log only ever writes to it.
  const log = createLog({ name: 'test', level: 'debug', stderr: stderr as unknown as NodeJS.WriteStream });

  it('logs what is down by its message, and not its cause, which may repeat the prompt', () => {
    const cause = new Error('invalid message "How high is the rent?"');
    reportError(new UnavailableError('ollama', 'Ollama stopped.', { cause }), '7', log);
    assert.match(lines.join(''), /"level":"warn".*"request_id":"7".*Ollama stopped\./);
    assert.doesNotMatch(lines.join(''), /rent/);
  });

  it('logs a bug with where it is', () => {
    reportError(new TypeError('a bug'), '8', log);
    assert.match(lines.at(-1) ?? '', /"level":"error".*error-answer\.test\.ts/);
  });
});
