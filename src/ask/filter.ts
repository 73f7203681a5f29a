import { UsageError } from '../errors.ts';
import type { Filter, FilterKind, FilterRequest, Id, Names } from '../model.ts';
import { fold } from '../text/fold.ts';
import { findNearNames } from './near-names.ts';

/**
 * Turns names into ids: a name matches exactly, else without regard to case and accents.
 * Throws `UsageError` when a name is unknown (with near ones) or stands for several (naming them): nothing is dropped.
 */
export function resolveFilter(request: FilterRequest, names: Pick<Names, FilterKind>): Filter {
  const { correspondent, document_type, tags, created_from, created_to } = request;
  return {
    ...(correspondent !== undefined && {
      correspondent: findId('correspondent', 'correspondent', correspondent, names),
    }),
    ...(document_type !== undefined && {
      documentType: findId('document_type', 'document_type', document_type, names),
    }),
    ...(tags !== undefined &&
      tags.length > 0 && { tags: [...new Set(tags.map((tag) => findId('tags', 'tag', tag, names)))].sort(ascending) }),
    ...(created_from !== undefined && { createdFrom: created_from }),
    ...(created_to !== undefined && { createdTo: created_to }),
  };
}

/** True when a filter narrows nothing. */
export function isEmptyFilter(filter: Filter): boolean {
  return Object.keys(filter).length === 0;
}

function findId(field: string, kind: FilterKind, wanted: string, names: Pick<Names, FilterKind>): Id {
  const entries = [...names[kind]];
  const exact = entries.filter(([, name]) => name === wanted);
  const folded = fold(wanted.trim());
  const found = exact.length > 0 ? exact : entries.filter(([, name]) => fold(name.trim()) === folded);
  const options = { field: `filters.${field}` };
  if (exact.length > 1)
    throw new UsageError(
      `several have the ${toWords(kind)} name "${wanted}": rename one of them in Paperless`,
      options,
    );
  if (found.length > 1) {
    const near = found.map(([, name]) => name);
    const candidates = near.map((name) => `"${name}"`).join(', ');
    throw new UsageError(`${toWords(kind)} "${wanted}" can be any of ${candidates}: write it exactly`, {
      ...options,
      refused: { name: wanted, near },
    });
  }
  const [only] = found;
  if (only !== undefined) return only[0];
  const near = findNearNames(wanted, names[kind].values());
  const hint =
    near.length > 0
      ? `did you mean ${near.map((name) => `"${name}"`).join(', ')}?`
      : `none is spelt similarly; the page of paperless-ask lists them, and so does GET /api/${kind}s`;
  throw new UsageError(`there is no ${toWords(kind)} "${wanted}": ${hint}`, {
    ...options,
    refused: { name: wanted, near },
  });
}

function toWords(kind: FilterKind): string {
  return kind.replace('_', ' ');
}

function ascending(a: Id, b: Id): number {
  return a - b;
}
