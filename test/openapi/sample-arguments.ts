import type { JsonObject } from '../../src/mcp/tool.ts';
import type { DefinedOperation } from '../../src/openapi/define-operation.ts';
import { sample } from '../fakes/paperless/described.ts';

const SHARES = { view: { users: [1], groups: [] }, change: { users: [1], groups: [] } };

/** Said together they contradict each other, or want consent. */
const ALONE = ['all', 'confirm', 'clear', 'replace_custom_fields', 'filters'];

/** What no schema can tell. */
const KNOWN: Readonly<Record<string, unknown>> = {
  set_permissions: SHARES,
  'bulk_edit_objects permissions': SHARES,
  documents: [7],
  operations: [{ page: 1 }],
  'bulk_edit method': 'reprocess',
  'bulk_edit parameters': {},
  'documents_partial_update custom_fields': [{ field: 3, value: 'x' }],
  'documents_post_document_create custom_fields': { 3: 'x' },
  'documents_partial_update id': 7,
};

/** Arguments that a tool needs, and no others. */
export function sampleMinimum(defined: DefinedOperation, filePath: string): Record<string, unknown> {
  const required = (defined.checked.required ?? []) as readonly string[];
  const { inputs, method } = defined.operation;
  const names = inputs.map(({ argument }) => argument);
  const target = names.includes('all') ? ['documents', 'objects', 'tasks'].filter((name) => names.includes(name)) : [];
  // A PATCH of nothing is refused.
  const changed = method === 'PATCH' ? inputs.filter((input) => input.in === 'body').slice(0, 1) : [];
  return pick(defined, [...required, ...target, ...changed.map(({ argument }) => argument)], filePath);
}

/** All arguments at once, and all filters. */
export function sampleMaximum(defined: DefinedOperation, filePath: string): Record<string, unknown> {
  const names = Object.keys(defined.checked.properties as JsonObject).filter((name) => !ALONE.includes(name));
  const filters = defined.folded
    .filter(({ argument }) => !names.includes(argument))
    .map(({ argument, schema }) => [argument, sample(schema)]);
  return { ...pick(defined, names, filePath), ...(filters.length > 0 && { filters: Object.fromEntries(filters) }) };
}

function pick({ operation, checked, file }: DefinedOperation, names: readonly string[], filePath: string) {
  const properties = checked.properties as Record<string, JsonObject>;
  return Object.fromEntries(
    names.map((name) => {
      if (name === file?.argument) return [name, filePath];
      const isDocument = name === 'id' && operation.path.startsWith('/api/documents/');
      return [name, KNOWN[`${operation.id} ${name}`] ?? KNOWN[name] ?? (isDocument ? 7 : sample(properties[name]!))];
    }),
  );
}
