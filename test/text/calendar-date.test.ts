import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCalendarDate } from '../../src/text/calendar-date.ts';

describe('isCalendarDate', () => {
  for (const text of ['2024-02-29', '1999-12-31', '2024-01-01'])
    it(`takes ${text}`, () => assert.ok(isCalendarDate(text)));

  const wrong = [
    '2023-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-01',
    '2024-01-1',
  ];
  for (const text of [...wrong, '2024-01-01T', ' 2024-01-01', '2024-01-01\n', '12024-01-01', '2024-01-1x', ''])
    it(`refuses ${JSON.stringify(text)}`, () => assert.ok(!isCalendarDate(text)));
});
