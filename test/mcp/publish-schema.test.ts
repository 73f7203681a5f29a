import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { publishSchema } from '../../src/mcp/publish-schema.ts';
import { findSchemaFaults } from '../contract/mcp-tools.ts';

const publishZod = (input: z.ZodType) => publishSchema(z.toJSONSchema(input, { io: 'input' }));
const publishOne = (one: object) => publishSchema({ properties: { one } }).properties;

describe('published schemas', () => {
  it('keep what a caller needs of a zod object, and nothing that a client stumbles over', () => {
    const input = z.object({
      id: z.number().int().min(1).describe('The id.'),
      page: z.number().int().default(1),
      from: z.iso.date().optional(),
      tags: z.array(z.string().max(5)).nullable().optional(),
      match: z.enum(['words', 'syntax']).optional(),
    });
    const published = publishZod(input);
    assert.deepEqual(published, {
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'The id.', minimum: 1 },
        page: { type: 'integer', default: 1 },
        from: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { type: 'string', maxLength: 5 } },
        match: { type: 'string', enum: ['words', 'syntax'] },
      },
      required: ['id'],
      additionalProperties: false,
    });
    assert.deepEqual(findSchemaFaults(published), []);
  });

  it('anyOf with null: the kind that is not null', () => {
    const one = { anyOf: [{ type: 'null' }, { type: 'string', format: 'uri' }], description: 'An address.' };
    assert.deepEqual(publishOne(one), { one: { type: 'string', description: 'An address.', format: 'uri' } });
  });

  it('a union of list and text, which clients turn into text: the first kind only', () => {
    const one = { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] };
    assert.deepEqual(publishOne(one), { one: { type: 'array', items: { type: 'integer' } } });
  });

  it('a list of types: the one that is not null', () => {
    assert.deepEqual(publishOne({ type: ['null', 'integer'] }), { one: { type: 'integer' } });
  });

  it('$ref and allOf around an enumeration: the enumeration itself', () => {
    const schema = {
      properties: { one: { allOf: [{ $ref: '#/$defs/Kind' }], nullable: true, readOnly: true } },
      $defs: { Kind: { enum: ['a', 'b', null], type: 'string' } },
    };
    assert.deepEqual(publishSchema(schema).properties, { one: { type: 'string', enum: ['a', 'b'] } });
  });

  it('a list without items gets some', () => {
    assert.deepEqual(publishOne({ type: 'array' }), { one: { type: 'array', items: { type: 'string' } } });
  });

  it('unknown formats, bounds of integers as such and free additional properties are left out', () => {
    const one = { type: 'integer', format: 'int64', maximum: Number.MAX_SAFE_INTEGER, minimum: -(2 ** 31) };
    assert.deepEqual(publishOne(one), { one: { type: 'integer' } });
    assert.deepEqual(publishOne({ type: 'object', additionalProperties: {} }), { one: { type: 'object' } });
  });

  it('a schema that holds itself ends somewhere', () => {
    const schema = { $ref: '#/$defs/Node', $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } } };
    assert.deepEqual(findSchemaFaults(publishSchema(schema)), []);
  });

  it('a reference to itself is an object', () => {
    assert.equal(publishSchema({ $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } }).type, 'object');
  });
});
