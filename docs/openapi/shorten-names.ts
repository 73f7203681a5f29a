/** With the prefix a client puts before it, a name must stay below 64 characters. */
const MAX_NAME_CHARS = 40;

/** Tool names by operation id: the id, shortened where it is too long, with a number where that makes two alike. */
export function shortenNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>(ids.filter((id) => id.length <= MAX_NAME_CHARS));
  // Sorted: the same ids get the same names in whatever order they stand.
  for (const id of [...ids].sort()) names.set(id, id.length <= MAX_NAME_CHARS ? id : shorten(id, taken));
  return names;
}

function shorten(id: string, taken: Set<string>): string {
  const alias = id.replace(/_partial_update$/, '_patch').replace(/_retrieve$/, '_get');
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = alias.slice(0, MAX_NAME_CHARS - suffix.length).replace(/_$/, '') + suffix;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
