import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinReasons, REASONS } from '../../src/ask/reasons.ts';
import { localizeError, localizeReasons } from '../../src/web/localize.ts';
import { de } from '../../src/web/words/de.ts';
import { en } from '../../src/web/words/en.ts';

const body = (code: string, more = {}) => ({ code, message: 'said by the program', request_id: 'r', ...more });

describe('localizeError', () => {
  it('says exactly which name or date is wrong', () => {
    const refused = { name: 'Stadtwerk', near: [] };
    const said = (field: string, more = {}) => localizeError(body('usage', { field, ...more }), de);
    assert.equal(said('filters.correspondent', { refused }).message, 'Es gibt keinen Korrespondenten „Stadtwerk“.');
    assert.match(said('filters.created_from').message, /^„Von“ muss ein Datum sein/);
    assert.match(said('q').message, /höchstens 2.000 Zeichen/);
    assert.equal(said('q').detail, undefined);
  });

  it("adds the program's own words where they say more", () => {
    const { message, detail } = localizeError(body('unavailable'), de);
    assert.match(message, /gerade nicht zu erreichen/);
    assert.equal(detail, 'said by the program');
    assert.equal(localizeError(body('busy'), de).detail, undefined);
    assert.equal(localizeError(body('usage', { field: 'filters.corespondent' }), de).detail, 'said by the program');
  });

  it('leaves alone what it has no words for, and everything when no language is asked for', () => {
    for (const error of [body('new_code'), body('toString'), body('usage', { field: 'constructor' })])
      assert.ok([error.message, de.page.problems.codes.usage].includes(localizeError(error, de).message));
    assert.deepEqual(localizeError(body('unavailable'), undefined), body('unavailable'));
  });
});

describe('localizeReasons', () => {
  it('knows every reason there is, alone and together', () => {
    for (const reason of Object.values(REASONS)) {
      assert.notEqual(localizeReasons(`${reason}: details`, de), `${reason}: details`);
      assert.equal(localizeReasons(reason, undefined), reason);
    }
    const both = joinReasons(`${REASONS.wordsOnly}: the service is down`, REASONS.unverified) ?? '';
    assert.equal(localizeReasons(both, en), `${en.page.degraded.wordsOnly} ${en.page.degraded.unverified}`);
  });

  it('shows what it does not know as it stands', () => {
    assert.equal(localizeReasons('something new', de), 'something new');
  });
});
