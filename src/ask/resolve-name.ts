import { UsageError } from '../errors.ts';
import type { Id, NameKind } from '../model.ts';
import { fold } from '../text/fold.ts';
import { findNearNames } from './near-names.ts';

/** How a refusal speaks of the name. */
export interface NameWords {
  readonly kind: NameKind;
  /** The argument or JSON field it came in. */
  readonly field: string;
  /** What to do when several bear the very same name. */
  readonly whenSeveral: string;
  /** Where to look when none is spelt similarly. */
  readonly whenNone: string;
}

/**
 * The one rule from a name to its id: exactly, else without regard to case and accents, never by likeness.
 * Throws `UsageError` for an unknown name (with near ones) and for one that can be several (naming them).
 */
export function resolveName(wanted: string, names: ReadonlyMap<Id, string>, words: NameWords): Id {
  const { field, whenSeveral, whenNone } = words;
  const kind = words.kind.replace('_', ' ');
  const entries = [...names];
  const exact = entries.filter(([, name]) => name === wanted);
  const folded = fold(wanted.trim());
  const found = exact.length > 0 ? exact : entries.filter(([, name]) => fold(name.trim()) === folded);
  const refuse = (problem: string, near: readonly string[]) =>
    new UsageError(problem, { field, refused: { name: wanted, near } });
  const quote = (list: readonly string[]) => list.map((name) => `"${name}"`).join(', ');

  if (exact.length > 1) throw new UsageError(`several have the ${kind} name "${wanted}": ${whenSeveral}`, { field });
  if (found.length > 1) {
    const near = found.map(([, name]) => name);
    throw refuse(`${kind} "${wanted}" can be any of ${quote(near)}: write it exactly`, near);
  }
  const [only] = found;
  if (only !== undefined) return only[0];
  const near = findNearNames(wanted, names.values());
  const hint = near.length > 0 ? `did you mean ${quote(near)}?` : `none is spelt similarly; ${whenNone}`;
  throw refuse(`there is no ${kind} "${wanted}": ${hint}`, near);
}
