import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeQuery, analyzeText } from '../../src/text/analyze.ts';

test('an inflected word of a German text has the same term as in a German question', () => {
  const terms = analyzeText('Die Abrechnungen über Ihren Stromverbrauch wurden von Ihnen bezahlt.');
  const [word] = analyzeQuery('Abrechnung').words;
  assert.ok(word?.stems.some((stem) => terms.includes(stem)));
});
