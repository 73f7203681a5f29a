import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findPeriod } from '../../src/text/dates-in-question.ts';
import { anyText } from './any-text.ts';

const TODAY = '2026-02-14';

describe('the period a question names', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['What did I pay in 2023?', '2023-01-01 2023-12-31'],
    ['Wie hoch war die Rechnung letztes Jahr?', '2025-01-01 2025-12-31'],
    ['im vorletzten Jahr', '2024-01-01 2024-12-31'],
    ['the year before last', '2024-01-01 2024-12-31'],
    ['dieses Jahr', '2026-01-01 2026-12-31'],
    ['last month', '2026-01-01 2026-01-31'],
    ['this month', '2026-02-01 2026-02-28'],
    ['im vierten Quartal 2024', '2024-10-01 2024-12-31'],
    ['the fourth quarter of 2024', '2024-10-01 2024-12-31'],
    ['from 2021 to 2019', '2021-01-01 …'],
    ['2019 and 2021', '2019-01-01 2019-12-31'],
    ['2019 up to the end', '2019-01-01 2019-12-31'],
    ['im letzten Quartal', '2025-10-01 2025-12-31'],
    ['Q2 2024', '2024-04-01 2024-06-30'],
    ['im 2. Quartal 2024', '2024-04-01 2024-06-30'],
    ['the second quarter of 2024', '2024-04-01 2024-06-30'],
    ['im März 2023', '2023-03-01 2023-03-31'],
    ['in February 2024', '2024-02-01 2024-02-29'],
    ['im März', '2025-03-01 2025-03-31'],
    ['in January', '2026-01-01 2026-01-31'],
    ['am 3. März 2024', '2024-03-03 2024-03-03'],
    ['since 2019', '2019-01-01 …'],
    ['seit März 2023', '2023-03-01 …'],
    ['vor 2019', '… 2018-12-31'],
    ['after 2019', '2020-01-01 …'],
    ['bis 2019', '… 2019-12-31'],
    ['between 2019 and 2021', '2019-01-01 2021-12-31'],
    ['zwischen März 2023 und Mai 2023', '2023-03-01 2023-05-31'],
    ['von 2019 bis 2021', '2019-01-01 2021-12-31'],
    ['2019–2021', '2019-01-01 2021-12-31'],
    ['the invoice RE-2024-00817', 'none'],
    ['May I cancel?', 'none'],
    ['How much is 2.024 EUR?', 'none'],
    ['', 'none'],
  ];
  for (const [question, expected] of cases) {
    it(`${question || 'nothing'}: ${expected}`, () => {
      const period = findPeriod(question, TODAY);
      assert.equal(period ? `${period.from ?? '…'} ${period.to ?? '…'}` : 'none', expected);
    });
  }

  it('needs today for what has no year', () => {
    for (const question of ['last year', 'im März']) assert.equal(findPeriod(question, undefined), undefined);
    assert.deepEqual(findPeriod('since 2019', undefined), { from: '2019-01-01' });
  });

  it('never ends before it begins, whatever the text is', () => {
    const piece = fc.oneof(anyText(3), fc.constantFrom('2023', 'bis', 'zwischen', 'und', 'Q3 2020', 'last year', '-'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const { from = '0', to = '9' } = findPeriod(pieces.join(' '), TODAY) ?? {};
        assert.ok(from <= to, `${from} ${to}`);
      }),
    );
  });
});
