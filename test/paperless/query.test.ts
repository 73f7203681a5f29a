import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toQueryString } from '../../src/paperless/query.ts';

describe('toQueryString', () => {
  it('sends a plus as %2B, which Paperless would otherwise take for a blank (400 "Enter a valid date/time.")', () => {
    assert.equal(
      toQueryString({ modified__gte: '2026-11-30T12:19:59+01:00' }),
      '?modified__gte=2026-11-30T12%3A19%3A59%2B01%3A00',
    );
  });

  it('joins lists by commas and leaves out what is undefined', () => {
    assert.equal(toQueryString({ id__in: [1, 2], page: undefined, full_perms: true }), '?id__in=1,2&full_perms=true');
    assert.equal(toQueryString({ page: undefined }), '');
  });

  it('arrives as it was meant, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sent = text.toWellFormed();
        assert.equal(new URLSearchParams(toQueryString({ query: sent })).get('query'), sent);
      }),
    );
  });
});
