import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { UsageError } from '../../src/errors.ts';
import { parseArguments } from '../../src/mcp/parse-arguments.ts';
import { publishSchema } from '../../src/mcp/publish-schema.ts';
import { queryText } from '../../src/mcp/query-text.ts';

const input = z.object({
  query: queryText.optional(),
  name: z.string().trim().min(1).max(5).optional(),
  tags: z.array(z.string().trim().min(1).max(5)).optional(),
  step: z.number().int().multipleOf(5).optional(),
});
const schema = publishSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));

function refuse(args: unknown): string {
  try {
    parseArguments(args, schema, input);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return `${error.field}: ${error.message}`;
  }
  return 'nothing refused';
}

describe('parseArguments', () => {
  it('a blank name was refused in the words of a library: "Too small: expected string to have >=1 characters"', () => {
    assert.equal(refuse({ name: '  ' }), 'name: name must not be blank.');
    assert.equal(refuse({ tags: ['a', ' '] }), 'tags: tags.1 must not be blank.');
    assert.equal(refuse({ step: 3 }), 'step: step must be a whole number.');
  });

  it('names every problem, the first one as the field', () => {
    assert.equal(refuse({ tags: [' '], name: ' ' }), 'name: name must not be blank; tags.0 must not be blank.');
  });
});

describe('queryText', () => {
  it('blanks around a query do not count: 500 characters and a line end are taken', () => {
    assert.deepEqual(parseArguments({ query: ` ${'x'.repeat(500)}\n` }, schema, input), { query: 'x'.repeat(500) });
    assert.equal(refuse({ query: 'x'.repeat(501) }), 'query: query must have at most 500 characters.');
    assert.equal(refuse({ query: ' \n' }), 'query: query must not be blank: that would mean every document.');
  });
});
