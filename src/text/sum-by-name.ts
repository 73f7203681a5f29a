/** Counts of things that may share a name (two owners can each have one that reads the same), sorted as English does, whatever the machine's language. Empty ones are left out. */
export function sumByName(
  counts: Iterable<readonly [name: string, count: number]>,
): { readonly name: string; readonly count: number }[] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) if (count > 0) sums.set(name, (sums.get(name) ?? 0) + count);
  const { compare } = new Intl.Collator('en');
  return [...sums].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name));
}
