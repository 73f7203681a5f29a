import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseConfig } from '../src/config.ts';
import { ConfigError } from '../src/errors.ts';

const noFiles = () => assert.fail('no file was to be read');

describe('parseConfig', () => {
  it('needs no variable at all', () => {
    const config = parseConfig('paperless-ask', { HOME: '/home/anna' }, noFiles);
    assert.equal(config.ASK_PORT, 8015);
    assert.equal(config.ASK_ALLOW_NON_LOOPBACK, false);
    assert.equal(config.STATE_DIR, '/home/anna/.local/state/paperless-rag');
  });

  it('takes an empty variable as unset', () => {
    assert.equal(parseConfig('paperless-ask', { ASK_PORT: '' }, noFiles).ASK_PORT, 8015);
  });

  it("prefers systemd's state folder to the home folder, and STATE_DIR to both", () => {
    const env = { STATE_DIRECTORY: '/var/lib/rag', XDG_STATE_HOME: '/x' };
    assert.equal(parseConfig('paperless-index', env, noFiles).STATE_DIR, '/var/lib/rag');
    assert.equal(parseConfig('paperless-index', { ...env, STATE_DIR: '/mine' }, noFiles).STATE_DIR, '/mine');
    assert.equal(parseConfig('paperless-index', { XDG_STATE_HOME: '/x' }, noFiles).STATE_DIR, '/x/paperless-rag');
  });

  it('names every problem at once, without the values', () => {
    const env = { ASK_PORT: '80a15', ASK_ALLOW_NON_LOOPBACK: 'yes-secret', LOG_LEVEL: 'loud' };
    assert.throws(
      () => parseConfig('paperless-ask', env, noFiles),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        for (const name of Object.keys(env)) assert.ok(error.message.includes(`${name}: must be`), error.message);
        for (const value of Object.values(env)) assert.ok(!error.message.includes(value), error.message);
        return true;
      },
    );
  });

  it('splits lists at commas and drops blanks', () => {
    const config = parseConfig('paperless-index', { RAG_EXCLUDE_TAGS: ' no-ai, private ,,' }, noFiles);
    assert.deepEqual(config.RAG_EXCLUDE_TAGS, ['no-ai', 'private']);
  });

  it('takes a secret from a file, without its line break, and not from two places', () => {
    const env = { PAPERLESS_API_TOKEN_FILE: '/run/credentials/token' };
    assert.equal(parseConfig('paperless-index', env, () => 'abc123\n').PAPERLESS_API_TOKEN, 'abc123');
    const both = { ...env, PAPERLESS_API_TOKEN: 'abc123' };
    assert.throws(() => parseConfig('paperless-index', both, noFiles), /set either .* or .*_FILE, not both/);
    const unreadable = () => {
      throw new Error('no such file: abc123');
    };
    assert.throws(
      () => parseConfig('paperless-index', env, unreadable),
      (error: unknown) => error instanceof ConfigError && !error.message.includes('abc123'),
    );
  });
});
