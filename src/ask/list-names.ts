import type { FilterKind } from '../model.ts';
import type { Asker, CallOptions } from '../ports.ts';
import { sumByName } from '../text/sum-by-name.ts';
import type { AskDeps } from './deps.ts';
import { openSpace } from './space.ts';

/**
 * The names of a kind that an asker may see, with the documents of theirs that carry them, counted in the index; sorted
 * by name. Throws as `openSpace` does.
 */
export async function listNames(
  kind: FilterKind,
  asker: Asker,
  deps: Pick<AskDeps, 'index' | 'archive'>,
  options: CallOptions,
): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const { reader, readNames, scope } = await openSpace({ asker }, deps, options);
  const [names, counts] = await Promise.all([readNames(), reader.countNames(kind, { ...options, scope })]);
  return sumByName([...names[kind]].map(([id, name]) => [name, counts.get(id) ?? 0]));
}
