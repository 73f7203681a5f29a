import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseSource } from '../../src/wiring/choose-source.ts';

const API = { PAPERLESS_API_URL: 'http://127.0.0.1:8000', PAPERLESS_API_TOKEN: 'hunter2' };

describe('the source of documents', () => {
  it('is a running Paperless, whose links lead to the public address', () => {
    const publicUrl = 'https://paperless.example.org';
    assert.deepEqual(chooseSource({ ...API, PAPERLESS_PUBLIC_URL: publicUrl }), {
      kind: 'paperless',
      apiUrl: API.PAPERLESS_API_URL,
      token: 'hunter2',
      publicUrl,
    });
    assert.equal(
      (chooseSource(API) as { readonly publicUrl: string }).publicUrl,
      API.PAPERLESS_API_URL,
      'or to the only one there is',
    );
  });

  it('is an export folder, with links only where the address of its Paperless is given', () => {
    const folder = '/export';
    assert.deepEqual(chooseSource({ PAPERLESS_EXPORT_DIR: folder }), { kind: 'export', folder, publicUrl: undefined });
    const publicUrl = 'https://paperless.example.org';
    assert.deepEqual(chooseSource({ PAPERLESS_EXPORT_DIR: folder, PAPERLESS_PUBLIC_URL: publicUrl }), {
      kind: 'export',
      folder,
      publicUrl,
    });
  });

  it('is exactly one, and a whole one', () => {
    const cases: readonly (readonly [Parameters<typeof chooseSource>[0], RegExp])[] = [
      [
        {},
        /no source of documents: set PAPERLESS_API_URL and PAPERLESS_API_TOKEN_FILE .* or PAPERLESS_EXPORT_DIR .*paperless-ask --demo/,
      ],
      [{ PAPERLESS_API_TOKEN: 'hunter2' }, /no source of documents/],
      [{ ...API, PAPERLESS_EXPORT_DIR: '/export' }, /two sources of documents, .*: unset one of them/],
      [{ PAPERLESS_API_URL: API.PAPERLESS_API_URL }, /PAPERLESS_API_URL needs a token: set PAPERLESS_API_TOKEN_FILE/],
    ];
    for (const [config, message] of cases) assert.throws(() => chooseSource(config), { name: 'ConfigError', message });
  });
});
