import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listVariables, parseConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/errors.ts';

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

  it("a folder of documents has no state: docs-search-mcp isn't said to read STATE_DIR", () => {
    const row = listVariables().find(({ name }) => name === 'STATE_DIR');
    assert.equal(row?.programs.includes('docs-search-mcp'), false);
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

  it('says why a file can not be read: "cannot be read" was all a newcomer with a wrong path was told', () => {
    const env = { PAPERLESS_API_TOKEN_FILE: '/run/credentials/token' };
    for (const [code, words] of [
      ['ENOENT', 'there is no such file'],
      ['EACCES', 'this user may not read it'],
      ['EISDIR', 'it is a folder'],
      ['EIO', 'the system says EIO'],
    ] as const) {
      const unreadable = () => {
        throw Object.assign(new Error('no'), { code });
      };
      const expected = new RegExp(`PAPERLESS_API_TOKEN_FILE: cannot be read, ${words}`);
      assert.throws(() => parseConfig('paperless-index', env, unreadable), expected);
    }
  });

  it('takes only addresses, and repeats none of them: they may hold a password', () => {
    const wrong = [
      { PAPERLESS_API_URL: 'paperless.example.org' },
      { PAPERLESS_API_URL: 'ftp://paperless.example.org' },
      { PAPERLESS_API_URL: 'https://anna:hunter2@paperless.example.org' },
      { PAPERLESS_PUBLIC_URL: 'https://:hunter2@paperless.example.org' },
      { PAPERLESS_API_URL: 'https://paperless.example.org/?token=hunter2' },
      { QDRANT_URL: 'http://anna:hunter2@127.0.0.1:6333' },
      { EMBEDDING_HOST: 'unix:///hunter2' },
    ];
    for (const env of wrong) {
      assert.throws(
        () => parseConfig('paperless-index', env, noFiles),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, new RegExp(`${Object.keys(env)[0]}: must (not )?(be|hold)`));
          assert.doesNotMatch(error.message, /hunter2|paperless\.example/);
          return true;
        },
        JSON.stringify(env),
      );
    }
  });

  it('takes addresses in the forms people write them', () => {
    const env = {
      PAPERLESS_API_URL: ' https://paperless.example.org/paperless/api/ ',
      QDRANT_URL: '127.0.0.1:6333',
      EMBEDDING_HOST: 'https://anna:secret@ollama.example.org',
    };
    const { PAPERLESS_API_URL, QDRANT_URL, EMBEDDING_HOST } = parseConfig('paperless-index', env, noFiles);
    assert.deepEqual(
      { PAPERLESS_API_URL, QDRANT_URL, EMBEDDING_HOST },
      { ...env, PAPERLESS_API_URL: env.PAPERLESS_API_URL.trim() },
    );
  });

  it('takes a secret only as one bare word: anything else would end up in a message about a header', () => {
    for (const name of ['PAPERLESS_API_TOKEN', 'QDRANT_API_KEY', 'ASK_PROXY_SECRET']) {
      for (const value of ['two words', 'Token\nabc', 'schlüssel']) {
        const message = new RegExp(`${name}: must be the bare secret: one line without blanks$`);
        assert.throws(() => parseConfig('paperless-ask', { [name]: value }, noFiles), { name: 'ConfigError', message });
      }
    }
  });

  it('takes nothing for a header but the name of one', () => {
    for (const ASK_USER_HEADER of ['X Remote', 'X-Remote:', 'X_Remote_User', 'Ü'])
      assert.throws(
        () => parseConfig('paperless-ask', { ASK_USER_HEADER }, noFiles),
        /ASK_USER_HEADER: .*X-Remote-User/,
      );
  });

  it('refuses a collection name that is a path, and a share beyond one', () => {
    const env = { QDRANT_COLLECTION: '../x', RAG_SCORE_FLOOR: '25' };
    assert.throws(() => parseConfig('paperless-index', env, noFiles), /QDRANT_COLLECTION: .*\n.*RAG_SCORE_FLOOR: /);
  });

  it('leaves the choice of an embedding model to the program that embeds documents', () => {
    assert.equal(parseConfig('paperless-index', {}, noFiles).EMBEDDING_MODEL, 'nomic-embed-text');
    assert.ok(!('EMBEDDING_MODEL' in parseConfig('paperless-ask', { EMBEDDING_MODEL: 'x' }, noFiles)));
  });
});
