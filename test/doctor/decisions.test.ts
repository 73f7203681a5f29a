import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attempt } from '../../src/doctor/attempt.ts';
import { splitAdvice } from '../../src/doctor/check.ts';
import { measureForeignShare } from '../../src/doctor/foreign-share.ts';
import { judgeCoverage, judgePaperless } from '../../src/doctor/judge-paperless.ts';
import { isLocalHost } from '../../src/doctor/local-host.ts';
import { isAbort, UnavailableError } from '../../src/errors.ts';
import type { IndexStatus } from '../../src/sync/read-status.ts';
import { ENGLISH, find, GERMAN } from './doctor-world.ts';

describe('an error as a finding', () => {
  const cases = [
    ['Qdrant refuses the key. Check QDRANT_API_KEY.', 'Qdrant refuses the key.', 'Check QDRANT_API_KEY.'],
    [
      'Paperless refused the token (401). Paperless says: "Invalid token." Set PAPERLESS_API_TOKEN to another.',
      'Paperless refused the token (401). Paperless says: "Invalid token."',
      'Set PAPERLESS_API_TOKEN to another.',
    ],
    [
      '/state cannot be used: the disk is full; free some space',
      '/state cannot be used: the disk is full.',
      'Free some space.',
    ],
    ['two sources, A and B: unset one of them', 'Two sources, A and B.', 'Unset one of them.'],
    ['Set in its ways', 'Set in its ways.', undefined],
  ] as const;
  for (const [message, what, fix] of cases) {
    it(`splits "${message}"`, () => assert.deepEqual(splitAdvice(message), { what, fix }));
  }
});

describe('a probe', () => {
  it('that takes too long is a finding', async () => {
    const deadline = AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    const { error } = await attempt(
      'ollama',
      {},
      async ({ signal }) => signal?.throwIfAborted(),
      () => deadline,
    );
    assert.ok(error instanceof UnavailableError);
    assert.match(error.message, /No answer within a minute/);
  });

  it('ends with whoever asked, and hides no bug', async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(
      attempt('ollama', { signal }, async (options) => options.signal?.throwIfAborted()),
      isAbort,
    );
    await assert.rejects(
      attempt('ollama', {}, async () => {
        throw new TypeError('bug');
      }),
      TypeError,
    );
  });
});

describe('an unencrypted address', () => {
  const judge = (apiUrl: string) =>
    judgePaperless({ apiUrl, documents: { value: 1 }, version: undefined, rights: new Map() });

  it('is worth a word on the internet only', () => {
    assert.match(find(judge('http://paperless.example.org/'), 'encryption').fix ?? '', /https/);
    for (const apiUrl of ['https://paperless.example.org', 'http://127.0.0.1:8000', 'http://paperless:8000'])
      assert.ok(
        judge(apiUrl).every(({ name }) => name !== 'encryption'),
        apiUrl,
      );
  });

  it('is told by its host', () => {
    for (const host of ['localhost', 'nas', 'nas.local', '10.1.2.3', '172.31.0.1', '192.168.1.9', '[::1]', '[fd00::1]'])
      assert.ok(isLocalHost(host), host);
    for (const host of ['example.org', '172.32.0.1', '8.8.8.8', '[2001:db8::1]']) assert.ok(!isLocalHost(host), host);
  });
});

describe('coverage', () => {
  const judge = (documents: number, excluded: number, count: number) => {
    const live = { documents } as NonNullable<IndexStatus['live']>;
    return judgeCoverage(count, { live, excluded, failed: 0, set_aside: 0, runs: {} });
  };

  it('counts what is left out on purpose', () => {
    assert.deepEqual(
      judge(40, 4, 44).map(({ state, message }) => [state, message]),
      [['ok', 'The index knows all 44 documents, 4 of them left out by their tags.']],
    );
  });

  it('tells of documents that are gone, and says nothing without an index', () => {
    assert.match(judge(44, 0, 40)[0]?.message ?? '', /holds 4 documents more than can be seen now/);
    assert.deepEqual(judgeCoverage(44, undefined), []);
  });
});

describe('the languages of a library', () => {
  it('are measured by text, and not by numbers and names', () => {
    assert.equal(measureForeignShare([GERMAN, ENGLISH, ENGLISH, '4711', '']), 1 / 3);
    assert.equal(measureForeignShare(['4711', '']), undefined);
  });
});
