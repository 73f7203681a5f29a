import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from '../../src/http/retry-after.ts';

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-12-01T08:00:00Z');
  const headers: readonly (readonly [string | null, number | undefined])[] = [
    ['50', 50_000],
    ['0', 0],
    ['Tue, 01 Dec 2026 08:00:30 GMT', 30_000],
    ['Tue, 01 Dec 2026 07:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ];
  for (const [header, expected] of headers)
    it(`reads ${header} as ${expected} ms`, () => assert.equal(parseRetryAfter(header, now), expected));
});
