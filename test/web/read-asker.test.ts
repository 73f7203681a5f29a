import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignInError } from '../../src/errors.ts';
import { type AccessSettings, readAsker } from '../../src/web/read-asker.ts';

const SECRET = 'a-long-random-text';
const PAPERLESS: AccessSettings = { kind: 'paperless', userHeader: 'X-Remote-User', secret: SECRET };

describe('readAsker', () => {
  it('takes the user from the header that is configured, whatever the case of its name', () => {
    assert.deepEqual(read([['x-remote-user', 'anna']]), { kind: 'user', name: 'anna' });
    assert.deepEqual(read([['Remote-User', 'ben']], { ...PAPERLESS, userHeader: 'remote-user' }), {
      kind: 'user',
      name: 'ben',
    });
  });

  it('believes nobody without the secret, or with another one', () => {
    for (const secrets of [
      [],
      [''],
      ['x'],
      [SECRET.toUpperCase()],
      [`${SECRET}x`],
      [SECRET.slice(1)],
      [SECRET, SECRET],
    ])
      assert.throws(() => read([['X-Remote-User', 'admin']], PAPERLESS, secrets), isRefused, JSON.stringify(secrets));
  });

  it('takes a header that is sent twice for nobody of the two', () => {
    const { name } = read([
      ['X-Remote-User', 'admin'],
      ['x-remote-user', 'anna'],
    ]) as { name: string };
    assert.equal(name, 'admin, anna');
  });

  it('reads names as UTF-8, which proxies send, and refuses what is none', () => {
    const bytesOf = (text: string) => Buffer.from(text).toString('latin1');
    for (const name of ['jürgen', 'Łukasz', '山田', 'o\u0308'])
      assert.deepEqual(read([['X-Remote-User', bytesOf(name)]]), { kind: 'user', name });
    assert.throws(() => read([['X-Remote-User', 'j\u00fcrgen']]), isRefused);
  });

  it('has nobody who is empty', () => {
    for (const value of ['', ' ', '\t']) assert.throws(() => read([['X-Remote-User', value]]), isRefused);
    assert.throws(() => read([]), isRefused);
  });

  it('ignores all of it where everybody sees the same', () => {
    assert.deepEqual(read([['X-Remote-User', 'admin']], { kind: 'everyone' }), { kind: 'everyone' });
  });
});

function read(pairs: [string, string][], access: AccessSettings = PAPERLESS, secrets: readonly string[] = [SECRET]) {
  const headers = new Headers([...pairs, ...secrets.map((secret): [string, string] => ['X-Ask-Proxy-Secret', secret])]);
  return readAsker((name) => headers.get(name) ?? undefined, access);
}

function isRefused(error: unknown): boolean {
  return error instanceof SignInError && error.httpStatus === 401 && !error.message.includes(SECRET);
}
