import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject, Tool } from '../../src/mcp/tool.ts';

export interface ToolRules {
  /** Folder with one snapshot per tool; `--test-update-snapshots` writes them. */
  readonly snapshots: string;
  /** Of the whole `tools/list` as compact JSON. */
  readonly maxListChars: number;
  /** What every description has to say in the end. */
  readonly ending?: RegExp;
}

/** What every tool of every server has to keep so that all clients take it. */
export function describeToolRules(server: string, tools: readonly Tool[], rules: ToolRules): void {
  const listed = tools.map(({ run: _, ...tool }) => tool);

  describe(`the tools of ${server}`, () => {
    it(`take at most ${rules.maxListChars} characters of a model's context`, () => {
      assert.ok(JSON.stringify({ tools: listed }).length <= rules.maxListChars, `${measure(listed)} characters`);
    });

    it('have names of their own', () => assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length));

    for (const tool of listed) {
      describe(tool.name, () => {
        it('has a name that stays below 64 characters with a prefix', () => {
          assert.match(tool.name, /^[a-z][a-z0-9_]{0,39}$/);
        });

        it('has a description', () => assert.match(tool.description, rules.ending ?? /\S/));

        it('has an input schema that strict clients take: one type each, no unions, no references', () => {
          assert.deepEqual(findSchemaFaults(tool.inputSchema), []);
        });

        it('refuses unknown arguments in its schema', () => {
          assert.equal(tool.inputSchema.type, 'object');
          assert.equal(tool.inputSchema.additionalProperties, false);
        });

        it('is listed as it was accepted', (test) => {
          test.assert.fileSnapshot(tool, join(rules.snapshots, `${tool.name}.snap.json`));
        });
      });
    }
  });
}

/** What some client is known to reject, each as `path: fault`. */
export function findSchemaFaults(schema: JsonObject, path = 'input'): string[] {
  const faults = Object.keys(schema).flatMap((key) => (KEYS.includes(key) ? [] : `${path}: ${key}`));
  if (typeof schema.type !== 'string') faults.push(`${path}: no single type`);
  if (schema.type === 'array' && typeof schema.items !== 'object') faults.push(`${path}: a list without items`);
  if (schema.format !== undefined && !FORMATS.includes(String(schema.format))) faults.push(`${path}: format`);
  if (typeof schema.additionalProperties === 'object') faults.push(`${path}: additionalProperties is a schema`);
  for (const bound of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])
    if (schema[bound] !== undefined && !(Math.abs(Number(schema[bound])) < Number.MAX_SAFE_INTEGER))
      faults.push(`${path}: ${bound}`);
  if (typeof schema.items === 'object') faults.push(...findSchemaFaults(schema.items as JsonObject, `${path}[]`));
  for (const [name, property] of Object.entries((schema.properties ?? {}) as JsonObject)) {
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) faults.push(`${path}.${name}: name`);
    faults.push(...findSchemaFaults(property as JsonObject, `${path}.${name}`));
  }
  return faults;
}

const FORMATS = ['date', 'date-time', 'uri', 'email'];

const KEYS = [
  ...['type', 'title', 'description', 'default', 'examples', 'enum', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'items', 'minItems', 'maxItems'],
  ...['uniqueItems', 'properties', 'required', 'additionalProperties'],
];

function measure(listed: readonly object[]): string {
  return JSON.stringify({ tools: listed }).length.toLocaleString('en');
}
