import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Failure, PATIENT, PROMPT, planWait } from '../../src/paperless/retry.ts';

const broken: Failure = { kind: 'broken', error: new Error('500') };
const throttled = (retryAfterMs?: number): Failure => ({ kind: 'throttled', error: new Error('429'), retryAfterMs });

describe('planWait', () => {
  it('waits longer each time, half of it by chance', () => {
    const waits = (random: number) =>
      [1, 2, 3, 4].map((count) => planWait(Array(count).fill(broken), PATIENT, () => random));
    assert.deepEqual(waits(0), [250, 500, 1000, 2000]);
    assert.deepEqual(waits(1), [500, 1000, 2000, 4000]);
  });

  it('gives up after the tries of the policy', () => {
    assert.equal(
      planWait(Array(PATIENT.tries).fill(broken), PATIENT, () => 0),
      undefined,
    );
    assert.equal(
      planWait(Array(PATIENT.throttledTries).fill(throttled(1)), PATIENT, () => 0),
      undefined,
    );
    assert.equal(
      planWait(Array(PROMPT.tries).fill(broken), PROMPT, () => 0),
      undefined,
    );
  });

  it('never tries again what cannot change', () => {
    assert.equal(
      planWait([{ kind: 'never', error: new Error('401') }], PATIENT, () => 0),
      undefined,
    );
  });

  it('waits as long as Paperless asks for, up to the cap', () => {
    assert.equal(
      planWait([throttled(7_000)], PATIENT, () => 0),
      7_000,
    );
    assert.equal(
      planWait([throttled(3_600_000)], PATIENT, () => 0),
      PATIENT.maxWaitMs,
    );
  });

  it('never waits longer than the cap nor for ever', () => {
    const failure = fc.oneof(fc.constant(broken), fc.nat().map(throttled));
    fc.assert(
      fc.property(
        fc.array(failure, { maxLength: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, chance) => {
          const waitMs = planWait(failures, PATIENT, () => chance);
          assert.ok(waitMs === undefined || (waitMs >= 0 && waitMs <= PATIENT.maxWaitMs));
          if (failures.length > PATIENT.tries + PATIENT.throttledTries) assert.equal(waitMs, undefined);
        },
      ),
    );
  });
});
