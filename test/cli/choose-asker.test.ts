import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseAsker } from '../../src/cli/choose-asker.ts';
import { SignInError, UsageError } from '../../src/errors.ts';

describe('who asks in a terminal', () => {
  it('is everyone, or the user named', () => {
    assert.deepEqual(chooseAsker('everyone', undefined), { kind: 'everyone' });
    assert.deepEqual(chooseAsker('paperless', 'anna'), { kind: 'user', name: 'anna' });
  });

  it('has to be said where each sees their own, and not where it changes nothing', () => {
    assert.throws(() => chooseAsker('paperless', undefined), SignInError);
    assert.throws(() => chooseAsker('everyone', 'anna'), UsageError);
  });
});
