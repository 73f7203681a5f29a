import { resolveName } from '../ask/resolve-name.ts';
import { SignInError, UsageError } from '../errors.ts';
import type { Id, NameKind } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import type { BookList, NameBook } from './name-book.ts';

/**
 * The id that `wanted` stands for: a name by the rule of `resolveName` (as shown, too), else an id (`7`, `#7`). A name
 * that isn't known may be new: the list is read again once. Throws `UsageError`, naming near names or candidates.
 */
export async function resolveId(
  wanted: string,
  kind: NameKind,
  field: string,
  book: NameBook,
  options: CallOptions,
): Promise<Id> {
  const first = findId(wanted, kind, field, await book.read(kind, options));
  const second =
    first instanceof UsageError
      ? findId(wanted, kind, field, await book.read(kind, { ...options, isFresh: true }))
      : first;
  if (second instanceof Error) throw second;
  return second;
}

function findId(wanted: string, kind: NameKind, field: string, list: BookList): Id | UsageError | SignInError {
  // What a row shows for a name this token may not read.
  const shown = /^#(\d{1,10})$/.exec(wanted.trim())?.[1];
  if (shown !== undefined) return Number(shown);
  const id = /^\d{1,10}$/.test(wanted.trim()) ? Number(wanted) : undefined;
  if (list === undefined && id !== undefined) return id;
  if (list === undefined)
    return new SignInError(
      `This token may not read the ${kind.replace('_', ' ')} names of Paperless; give the id in place of "${wanted}".`,
      { httpStatus: 403 },
    );
  const names = new Map([...list].map(([at, { name }]) => [at, name]));
  const labels = [...list].filter(([, { name, label }]) => label === wanted && label !== name).map(([at]) => at);
  try {
    return resolveName(wanted, names, {
      kind,
      field,
      whenSeveral: `give the id (${[...names]
        .filter(([, name]) => name === wanted)
        .map(([at]) => at)
        .join(' or ')})`,
      whenNone: 'look at the names in other results',
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (id !== undefined && list.has(id)) return id;
    return labels.length === 1 && labels[0] !== undefined ? labels[0] : error;
  }
}
