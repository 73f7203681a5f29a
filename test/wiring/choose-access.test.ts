import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../src/errors.ts';
import { type AccessConfig, chooseAccess } from '../../src/wiring/choose-access.ts';

const PAPERLESS: AccessConfig = { ASK_ACCESS: 'paperless', ASK_USER_HEADER: 'X-Remote-User', ASK_PROXY_SECRET: 's' };

describe('whom the page answers', () => {
  it('is everyone, whatever else is set', () => {
    assert.deepEqual(chooseAccess({ ...PAPERLESS, ASK_ACCESS: 'everyone' }), { kind: 'everyone' });
  });

  it('is the user that the proxy names, with the secret only the proxy knows', () => {
    assert.deepEqual(chooseAccess(PAPERLESS), { kind: 'paperless', userHeader: 'X-Remote-User', secret: 's' });
    assert.throws(() => chooseAccess({ ...PAPERLESS, ASK_PROXY_SECRET: undefined }), refuses(/ASK_PROXY_SECRET_FILE/));
  });

  it('can be no user of an export folder, and no header that is for the secret', () => {
    assert.throws(() => chooseAccess({ ...PAPERLESS, PAPERLESS_EXPORT_DIR: '/srv' }), refuses(/PAPERLESS_API_URL/));
    assert.throws(
      () => chooseAccess({ ...PAPERLESS, ASK_USER_HEADER: 'X-ASK-PROXY-SECRET' }),
      refuses(/ASK_USER_HEADER/),
    );
  });
});

function refuses(message: RegExp) {
  return (error: unknown) => error instanceof ConfigError && message.test(error.message);
}
