import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePassageId, toPassageId } from '../../src/text/passage-id.ts';

describe('a passage id', () => {
  it('is read as it is written', () => {
    assert.equal(toPassageId(12, 0), '12-0');
    assert.deepEqual(parsePassageId('12-3'), { documentId: 12, position: 3 });
  });

  for (const text of ['', '12', '12-', '-3', '12-3-4', ' 12-3', '12-x', '1234567890123456-0'])
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(parsePassageId(text), undefined);
    });
});
