import { type Id, NAME_KINDS, type NameKind, type Names } from '../model.ts';

/** The names that were created, renamed or deleted between two readings. */
export function diffNames(before: Names, now: Names): readonly { readonly kind: NameKind; readonly id: Id }[] {
  return NAME_KINDS.flatMap((kind) => {
    const ids = new Set([...before[kind].keys(), ...now[kind].keys()]);
    return [...ids].filter((id) => before[kind].get(id) !== now[kind].get(id)).map((id) => ({ kind, id }));
  });
}

/** True when nothing has a name. */
export function hasNoNames(names: Names): boolean {
  return NAME_KINDS.every((kind) => names[kind].size === 0);
}
