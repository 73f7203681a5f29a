import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineOperation } from '../../src/openapi/define-operation.ts';
import { checkFilters, describeFilters } from '../../src/openapi/filters.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import type { Operation } from '../../src/openapi/operation.ts';
import { type DescribedOperation, readDescription } from './read-description.ts';
import { selectEveryday } from './select-everyday.ts';

/** What no call is meant to say. */
const LEFT_OUT = ['from_webui', 'created_date', 'deleted_at'];

const operations = loadOperations();
const description = readDescription();
const defined = new Map(operations.map((operation) => [operation.id, defineOperation(operation)]));
const propertiesOf = (id: string) =>
  defined.get(id)!.inputSchema.properties as Record<string, { description?: string }>;

describe('what a tool publishes', () => {
  const everyday = selectEveryday(operations);

  for (const operation of everyday)
    it(`${operation.name}: everything the description knows is an argument, or in its filters`, () => {
      const described = description.paths[operation.path]![operation.method.toLowerCase()]!;
      const reachable = listReachable(operation);
      for (const place of listDescribed(described, operation)) assert.ok(reachable.has(place), place);
    });

  it('the filters of a family are named in full once multiplied out', () => {
    const { folded } = defined.get('documents_list')!;
    assert.deepEqual(expand(describeFilters(folded)).sort(), folded.map(({ argument }) => argument).sort());
    assert.ok(folded.length > 90);
  });

  it('clear names what null empties, and nothing else', () => {
    assert.deepEqual(defined.get('documents_partial_update')!.clearable, [
      'correspondent',
      'document_type',
      'storage_path',
      'archive_serial_number',
      'owner',
    ]);
    assert.equal(propertiesOf('tags_create').clear, undefined);
  });

  it('a file is named by its path, never sent through the model', () => {
    assert.deepEqual(defined.get('documents_post_document_create')!.inputSchema.required, ['file_path']);
    for (const [id, { inputSchema }] of defined) assert.doesNotMatch(JSON.stringify(inputSchema), /binary|base64/, id);
  });

  it('METHOD and path stand before what is said', () => {
    for (const { operation, description: text } of defined.values())
      assert.match(text, new RegExp(`^${operation.method} /api/[^\\n]+/\\n\\S.+$`));
  });
});

describe('filters', () => {
  const { folded } = defined.get('documents_list')!;
  const check = (filters: object) => checkFilters(filters, folded, 'filters');

  it('take lists, comma lists and single ids', () => {
    assert.deepEqual(check({ tags__id__in: '1,2', id__in: [3], owner__id__in: 4 }), {
      tags__id__in: [1, 2],
      id__in: [3],
      owner__id__in: [4],
    });
  });

  it('a misspelt one is refused, with those there are: ignored, it would widen the answer', () => {
    assert.throws(() => check({ tag__id: 1 }), /tag__id is no filter here\. There are: .*tags__/);
  });

  it('a wrong value, a blank one and an empty list are refused', () => {
    for (const wrong of [
      { added__gte: 'soon' },
      { title__icontains: ' ' },
      { id__in: [] },
      { id__in: ['x'] },
      { id: 1.5 },
    ])
      assert.throws(() => check(wrong), { name: 'UsageError', field: 'filters' });
  });

  it('values of an enum are named', () => {
    const tasks = defined.get('tasks_list')!.folded;
    assert.throws(
      () => checkFilters({ status: ['done'] }, tasks, 'filters'),
      /failure, pending, revoked, started, success/,
    );
    assert.match(describeFilters(tasks), /status\(failure\|pending/);
  });
});

/** `query id` …: what a call can send, by whatever argument. */
function listReachable(operation: Operation): ReadonlySet<string> {
  const { inputSchema, folded, file } = defined.get(operation.id)!;
  const properties = inputSchema.properties as Record<string, { description?: string }>;
  const said = properties.filters?.description ?? '';
  const [, other] = /^As in (\w+)$/.exec(said) ?? [];
  const spelt = other === undefined ? said : (propertiesOf(other).filters?.description ?? '');
  const filters = expand(spelt.replace(/^\{name:value\}: /, ''));
  const shown = operation.inputs.filter(
    (input) => input.argument in properties || (folded.includes(input) && filters.includes(input.argument)),
  );
  return new Set([
    ...shown.map((input) => `${input.in} ${input.name}`),
    ...(file !== undefined && file.argument in properties ? [`body ${file.name}`] : []),
  ]);
}

function listDescribed({ parameters = [], requestBody }: DescribedOperation, { id }: Operation): string[] {
  const given = parameters
    // Of no meaning but for deleting a note.
    .filter(({ name, in: place }) => !(name === 'id' && place === 'query' && /documents_notes_(list|create)/.test(id)))
    .map(({ name, in: place }) => `${place} ${name}`);
  const content = requestBody?.content ?? {};
  const schema = (content['application/json'] ?? content['multipart/form-data'])?.schema;
  const name =
    String(schema?.$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  const { properties = {} } = (description.components.schemas[name] ?? {}) as {
    properties?: Record<string, { readOnly?: boolean }>;
  };
  const fields = Object.entries(properties).filter(([field, one]) => !one.readOnly && !LEFT_OUT.includes(field));
  return [...given, ...fields.map(([field]) => `body ${field}`)];
}

/** Multiplies braces out, by a way of its own. */
function expand(text: string): string[] {
  return splitTop(text.replace(/\([^)]*\)/g, '')).flatMap((entry) => {
    const open = entry.indexOf('{');
    if (open === -1) return [entry];
    let depth = 0;
    const close = [...entry].findIndex((letter, at) => {
      if (letter === '{') depth++;
      if (letter === '}') depth--;
      return at > open && depth === 0;
    });
    return splitTop(entry.slice(open + 1, close)).flatMap((part) =>
      expand(entry.slice(0, open) + part + entry.slice(close + 1)),
    );
  });
}

function splitTop(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(parts.pop() + letter);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
