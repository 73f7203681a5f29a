import type { Filter, FilterKind, FilterRequest, Id, Names } from '../model.ts';
import { resolveName } from './resolve-name.ts';

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
  return resolveName(wanted, names[kind], {
    kind,
    field: `filters.${field}`,
    whenSeveral: 'rename one of them in Paperless',
    whenNone: `the page of paperless-ask lists them, and so does GET /api/${kind}s`,
  });
}

function ascending(a: Id, b: Id): number {
  return a - b;
}
