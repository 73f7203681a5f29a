import type { Operation } from '../../src/openapi/operation.ts';
import { DEFAULT_TOOLSETS } from '../../src/openapi/select-operations.ts';
import { isDeleting, isReading } from '../../src/openapi/traits.ts';
import { isNeverExposed } from './never-exposed.ts';

/** What a newer description changes about the tools, one line each, in the order in which it is worth reading. */
export function compareOperations(before: readonly Operation[], after: readonly Operation[]): string[] {
  const old = new Map(before.map((operation) => [toKey(operation), operation]));
  const known = new Set(after.map(toKey));
  const oldNames = new Map(before.map((operation) => [operation.name, operation]));
  const oldToolsets = new Set(before.map(({ toolset }) => toolset));
  const fresh = after.filter((operation) => !old.has(toKey(operation)));
  const toolsets = [...new Set(fresh.map(({ toolset }) => toolset))].filter((name) => !oldToolsets.has(name));
  return [
    // The name is what people have written down and what a client has consented to.
    ...after.flatMap((operation) => {
      const was = oldNames.get(operation.name);
      if (was === undefined || toKey(was) === toKey(operation)) return [];
      return [
        `LOOK  ${operation.name} was ${toKey(was)} and is now ${toKey(operation)}: another operation, an old name`,
      ];
    }),
    ...toolsets.map((name) => `NEW   toolset ${name}: off until it stands in DEFAULT_TOOLSETS (select-operations.ts)`),
    ...fresh.map((operation) => `NEW   ${operation.name}  ${toKey(operation)}  ${toNature(operation)}`),
    ...after.flatMap((operation) => {
      const was = old.get(toKey(operation));
      if (was === undefined || was.name === operation.name) return [];
      return [`NAME  ${was.name} is now called ${operation.name}  ${toKey(operation)}`];
    }),
    ...before.filter((operation) => !known.has(toKey(operation))).map((one) => `GONE  ${one.name}  ${toKey(one)}`),
    ...after.flatMap((operation) => compareInputs(old.get(toKey(operation)), operation)),
  ];
}

/** Operations of a description that no tool is made of, because they are about credentials. */
export function listClosed(paths: Readonly<Record<string, object>>): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method) && isNeverExposed(method, path))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function compareInputs(was: Operation | undefined, now: Operation): string[] {
  if (was === undefined) return [];
  const describe = (operation: Operation) =>
    new Map(operation.inputs.map(({ argument, ...rest }) => [argument, JSON.stringify(rest)]));
  const [old, fresh] = [describe(was), describe(now)];
  const changes = [
    ...[...fresh.keys()].filter((name) => !old.has(name)).map((name) => `+${name}`),
    ...[...old.keys()].filter((name) => !fresh.has(name)).map((name) => `-${name}`),
    ...[...fresh].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => `~${name}`),
    ...(was.isDeprecated !== now.isDeprecated ? [now.isDeprecated ? 'deprecated' : 'not deprecated any more'] : []),
    ...(was.about !== now.about ? ['description'] : []),
    ...(was.sends !== now.sends ? [`sent as ${now.sends}`] : []),
    ...(was.isFile !== now.isFile ? ['answer'] : []),
  ];
  return changes.length === 0 ? [] : [`DIFF  ${now.name}  ${changes.join(' ')}`];
}

function toNature(operation: Operation): string {
  const isDefault = DEFAULT_TOOLSETS.includes(operation.toolset) && operation.isDeprecated !== true;
  const nature = isReading(operation) ? 'reads' : isDeleting(operation) ? 'deletes' : 'writes';
  return `${nature}, ${isDefault ? 'offered by default' : `with toolset ${operation.toolset}`}`;
}

function toKey({ method, path }: Operation): string {
  return `${method} ${path}`;
}
