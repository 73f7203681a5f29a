import { ConfigError } from '../errors.ts';
import type { Operation } from './operation.ts';
import { isDeleting, isReading } from './traits.ts';

/** What people do every day. A toolset that a newer Paperless brings is off until it stands here. */
export const DEFAULT_TOOLSETS: readonly string[] = [
  'documents',
  'search',
  'correspondents',
  'document_types',
  'tags',
  'storage_paths',
  'custom_fields',
  'saved_views',
  'share_links',
  'tasks',
  'trash',
  'statistics',
  'bulk_edit_objects',
];

type Selectable = Pick<Operation, 'name' | 'method' | 'path' | 'toolset' | 'isDeprecated'>;

export interface Selection {
  /** Names of toolsets, `default`, `all`. Empty = `default`. */
  readonly toolsets: readonly string[];
  /** Single tools beside them. */
  readonly tools: readonly string[];
  /** Beats both. */
  readonly excluded: readonly string[];
  /** Beats all three. */
  readonly isReadOnly: boolean;
  /** False leaves out what deletes; of tools that delete among other things, create-tools.ts takes that away. */
  readonly mayDelete: boolean;
}

/**
 * The operations that are offered, in their order. Deprecated ones only with `all` or by name. Throws one `ConfigError`
 * that names every unknown toolset and tool, and what there is.
 */
export function selectOperations<T extends Selectable>(operations: readonly T[], selection: Selection): T[] {
  const { toolsets, tools, excluded, isReadOnly, mayDelete } = selection;
  const wanted = toolsets.length === 0 ? ['default'] : toolsets;
  const problems = [
    ...findUnknown('MCP_TOOLSETS', wanted, ['default', 'all', ...new Set(operations.map(({ toolset }) => toolset))]),
    ...findUnknown('MCP_TOOLS', tools, toNames(operations)),
    ...findUnknown('MCP_EXCLUDE_TOOLS', excluded, toNames(operations)),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const chosen = new Set(wanted.flatMap((name) => (name === 'default' ? DEFAULT_TOOLSETS : [name])));
  const isChosen = ({ name, toolset, isDeprecated }: T) =>
    chosen.has('all') || tools.includes(name) || (chosen.has(toolset) && isDeprecated !== true);
  return operations.filter(
    (operation) =>
      isChosen(operation) &&
      !excluded.includes(operation.name) &&
      (!isReadOnly || isReading(operation)) &&
      (mayDelete || !isDeleting(operation)),
  );
}

function findUnknown(variable: string, given: readonly string[], known: readonly string[]): string[] {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  return [`${variable}: there is no ${unknown.join(', ')}. There are: ${[...known].sort().join(', ')}`];
}

function toNames(operations: readonly Selectable[]): string[] {
  return operations.map(({ name }) => name);
}
