import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toInstant } from '../../src/export/instant.ts';

describe('toInstant', () => {
  const rows: readonly [text: string, instant: string | undefined][] = [
    ['2026-11-30T11:19:01.628Z', '2026-11-30T11:19:01.628000Z'],
    ['2026-11-30T12:19:01.628871+01:00', '2026-11-30T11:19:01.628871Z'],
    ['2023-07-01T00:00:00+02:00', '2023-06-30T22:00:00.000000Z'],
    ['2026-11-30T11:19:01.123456789Z', '2026-11-30T11:19:01.123456Z'],
    ['2026-11-30T11:19:01', undefined],
    ['2026-11-30', undefined],
    ['2026-13-30T11:19:01Z', undefined],
    ['9999-12-31T23:59:59-01:00', undefined],
    ['yesterday', undefined],
  ];
  for (const [text, instant] of rows)
    it(`reads ${text} as ${instant ?? 'no time'}`, () => {
      assert.equal(toInstant(text), instant);
    });
});
