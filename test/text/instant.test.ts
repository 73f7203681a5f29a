import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseInstant } from '../../src/text/instant.ts';
import { toServerTime } from '../fakes/paperless/time.ts';

describe('parseInstant', () => {
  const times: readonly (readonly [string, string | undefined])[] = [
    ['2026-11-30T12:19:01.628871+01:00', '2026-11-30T11:19:01.628871Z'],
    // The fraction is missing when it is zero, the offset is another one in summer.
    ['2023-07-01T12:00:00+02:00', '2023-07-01T10:00:00.000000Z'],
    ['2026-11-30T11:18:43.954Z', '2026-11-30T11:18:43.954000Z'],
    ['2026-01-01T00:30:00.5+01:00', '2025-12-31T23:30:00.500000Z'],
    ['2026-01-01T00:30:00.123456789+05:30', '2025-12-31T19:00:00.123456Z'],
    ['2026-11-30T12:19:01', undefined],
    ['2026-11-30', undefined],
    ['2026-13-30T12:19:01Z', undefined],
    // Would be the year 10000, which does not compare as text.
    ['9999-12-31T23:59:59-01:00', undefined],
    ['yesterday', undefined],
  ];
  for (const [text, expected] of times)
    it(`reads ${text} as ${expected ?? 'no instant'}`, () => assert.equal(parseInstant(text), expected));

  it('undoes what Paperless does to a time, to the microsecond, also where the clocks change', () => {
    const instant = fc
      .tuple(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.nat(999_999),
      )
      .map(([date, micros]) => `${date.toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`);
    fc.assert(fc.property(instant, (text) => assert.equal(parseInstant(toServerTime(text)), text)));
  });
});
