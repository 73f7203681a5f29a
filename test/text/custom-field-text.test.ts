import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCustomFieldText } from '../../src/text/custom-field-text.ts';

const options = new Map([['k3Q', 'open']]);

describe('toCustomFieldText', () => {
  const rows: readonly [dataType: string, value: unknown, text: string | undefined][] = [
    ['string', 'STW-440', 'STW-440'],
    ['string', '', undefined],
    ['string', null, undefined],
    ['longtext', 'a\nb', 'a\nb'],
    ['url', 'https://a.example/?q=1', 'https://a.example/?q=1'],
    ['date', '2023-02-09', '2023-02-09'],
    ['boolean', true, 'true'],
    ['boolean', false, 'false'],
    ['boolean', null, undefined],
    ['integer', 0, '0'],
    ['float', 0.5, '0.5'],
    ['monetary', 'EUR1252.36', 'EUR 1252.36'],
    ['monetary', 'USD-3.00', 'USD -3.00'],
    ['monetary', '1252.36', '1252.36'],
    ['documentlink', [3, 12], '3, 12'],
    ['documentlink', [], undefined],
    ['select', 'k3Q', 'open'],
    ['select', 'deleted', undefined],
    ['a type of tomorrow', 'x', undefined],
  ];
  for (const [dataType, value, text] of rows)
    it(`reads the ${dataType} ${JSON.stringify(value)} as ${text ?? 'no value'}`, () => {
      assert.equal(toCustomFieldText({ dataType, options }, value), text);
    });
});
