import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../src/errors.ts';
import { parseBaseUrl } from '../../src/paperless/base-url.ts';

describe('parseBaseUrl', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['http://paperless.lan:8000', 'http://paperless.lan:8000'],
    ['http://paperless.lan:8000/', 'http://paperless.lan:8000'],
    ['http://paperless.lan:8000/api', 'http://paperless.lan:8000'],
    ['http://paperless.lan:8000/api/', 'http://paperless.lan:8000'],
    [' https://example.org/paperless/ ', 'https://example.org/paperless'],
    ['https://example.org/paperless/api//', 'https://example.org/paperless'],
    ['https://example.org/my-api', 'https://example.org/my-api'],
    ['http://[::1]:8000/', 'http://[::1]:8000'],
  ];
  for (const [text, expected] of forms)
    it(`takes "${text}" for ${expected}`, () => assert.equal(parseBaseUrl(text, 'PAPERLESS_API_URL'), expected));

  const refused: readonly (readonly [string, RegExp])[] = [
    ['', /http:\/\//],
    ['paperless.lan:8000', /http:\/\//],
    ['ftp://paperless.lan', /http:\/\//],
    ['http://anna:hunter2@paperless.lan', /user name or password/],
    ['http://paperless.lan/?token=hunter2', /after \? or #/],
    ['http://paperless.lan/#/dashboard', /after \? or #/],
  ];
  for (const [text, reason] of refused)
    it(`refuses "${text}" without repeating it`, () => {
      assert.throws(
        () => parseBaseUrl(text, 'PAPERLESS_API_URL'),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, /^PAPERLESS_API_URL /);
          assert.match(error.message, reason);
          assert.ok(!error.message.includes('hunter2'));
          return true;
        },
      );
    });
});
