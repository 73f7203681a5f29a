import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNationalNumber } from '../../src/text/phone.ts';

describe('a telephone number', () => {
  const WITH_ZERO = ['31', '32', '33', '41', '43', '44', '46', '49', '353', '358'];
  for (const country of WITH_ZERO)
    it(`of +${country} begins with a zero at home`, () => {
      assert.equal(toNationalNumber(`00${country}496112345`), '0496112345');
      assert.equal(toNationalNumber(`00${country}0496112345`), '0496112345', 'written as +… (0) …');
    });

  for (const country of ['34', '39', '45', '47', '48', '351', '352', '420'])
    it(`of +${country} is the same at home`, () =>
      assert.equal(toNationalNumber(`00${country}912340678`), '912340678'));

  it('of another country, of home, and what is too short to be one stay as they are', () => {
    for (const digits of ['0012125550123', '049611234', '0049123', '1004949611234', ''])
      assert.equal(toNationalNumber(digits), digits);
  });
});
