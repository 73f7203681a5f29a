import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { pageOf } from '../../src/paperless/answers.ts';
import { parseJson, parsePage } from '../../src/paperless/parse-json.ts';

const ROW = z.looseObject({ id: z.number() });

const toAnswer = (text: string, type = 'application/json') => ({
  status: 200,
  headers: new Headers({ 'content-type': type }),
  bytes: new TextEncoder().encode(text),
});
const parseAtOnce = (text: string) => parseJson(toAnswer(text), pageOf(ROW), 'GET /api/tags/');
const parseByRow = (text: string) => parsePage(toAnswer(text), ROW, 'GET /api/tags/');

describe('parsePage', () => {
  it('reads what reading the whole answer at once reads, whatever stands in the rows', () => {
    const row = fc.record({ id: fc.integer(), value: fc.jsonValue(), text: fc.string({ unit: 'binary' }) });
    const page = fc.record({ all: fc.array(fc.integer()), results: fc.array(row), next: fc.jsonValue() });
    fc.assert(
      fc.property(page, fc.constantFrom(0, 2), ({ results, ...others }, indent) => {
        const text = JSON.stringify({ count: results.length, ...others, results }, undefined, indent);
        assert.deepEqual(parseByRow(text), parseAtOnce(text));
      }),
    );
  });

  it('quotes, brackets and backslashes in a text end no row', () => {
    const results = ['"', '\\', '\\"', '}],[{', '{"id":', '\\\\', ''].map((text, id) => ({ id, text }));
    assert.deepEqual(parseByRow(JSON.stringify({ count: 7, results })), { value: { count: 7, results } });
  });

  it('whatever an answer that breaks off, or has another form, is told like one read at once', () => {
    const text = '{"count":2,"results":[{"id":1,"text":"a \\" b"},{"id":2,"list":[{"x":[]}]}],"next":null}';
    fc.assert(
      fc.property(
        fc.nat({ max: text.length }),
        fc.nat({ max: text.length }),
        fc.string({ maxLength: 2 }),
        (from, to, between) => {
          const changed = text.slice(0, from) + between + text.slice(to);
          assert.deepEqual(describeOutcome(parseByRow(changed)), describeOutcome(parseAtOnce(changed)));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('names the row that has another form', () => {
    const outcome = parseByRow('{"count":2,"results":[{"id":1},{"id":"two"}]}');
    assert.match(describeOutcome(outcome).message ?? '', /unexpected form at results\.1\.id/);
  });

  it('a page called html is a web page, though it looks like data', () => {
    const outcome = parsePage(toAnswer('{"count":0,"results":[]}', 'text/html'), ROW, 'GET /api/tags/');
    assert.match(describeOutcome(outcome).message ?? '', /answered with a web page/);
  });
});

function describeOutcome(outcome: ReturnType<typeof parseByRow>) {
  return 'value' in outcome ? { value: outcome.value } : { kind: outcome.kind, message: outcome.error.message };
}
