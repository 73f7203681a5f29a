import type { Id, NameKind, Names } from '../model.ts';

const KINDS: readonly NameKind[] = ['correspondent', 'document_type', 'tag', 'storage_path', 'custom_field'];

/** The names that were created, renamed or deleted between two readings. */
export function diffNames(before: Names, now: Names): readonly { readonly kind: NameKind; readonly id: Id }[] {
  return KINDS.flatMap((kind) => {
    const ids = new Set([...before[kind].keys(), ...now[kind].keys()]);
    return [...ids].filter((id) => before[kind].get(id) !== now[kind].get(id)).map((id) => ({ kind, id }));
  });
}

/** True when nothing has a name. */
export function hasNoNames(names: Names): boolean {
  return KINDS.every((kind) => names[kind].size === 0);
}
