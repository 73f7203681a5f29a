import type { Schemas } from '@qdrant/js-client-rest';
import type { Filter, Id, Scope } from '../model.ts';

export type QdrantFilter = Schemas['Filter'];
export type QdrantCondition = Schemas['Condition'];

/** What kind of thing a point stands for. */
export type RecordKind = 'passage' | 'document' | 'gone' | 'names' | 'vocabulary';

/** What a search is limited to. */
export interface Bounds {
  readonly filter?: Filter;
  readonly scope: Scope;
}

/** The conditions of filter and scope, on passages and documents alike. All must hold. */
export function toConditions({ filter = {}, scope }: Bounds): QdrantCondition[] {
  const { correspondent, documentType, tags = [], createdFrom, createdTo } = filter;
  const conditions: QdrantCondition[] = [];
  if (correspondent !== undefined) conditions.push(matchValue('correspondent', correspondent));
  if (documentType !== undefined) conditions.push(matchValue('document_type', documentType));
  conditions.push(...tags.map((tag) => matchValue('tags', tag)));
  if (createdFrom !== undefined) conditions.push({ key: 'created', range: { gte: createdFrom } });
  if (createdTo !== undefined) conditions.push({ key: 'created', range: { lte: createdTo } });
  if (scope.kind === 'user') conditions.push(matchVisible(scope.user, scope.groups));
  return conditions;
}

export function matchValue(key: string, value: string | number): QdrantCondition {
  return { key, match: { value } };
}

export function matchAny(key: string, values: readonly number[]): QdrantCondition {
  return { key, match: { any: [...values] } };
}

export function matchRecord(kind: RecordKind): QdrantCondition {
  return matchValue('record', kind);
}

/** Paperless' own rule: no owner, own, or shared with the user or one of the groups. */
function matchVisible(user: Id, groups: readonly Id[]): QdrantCondition {
  return {
    should: [
      // Not `is_null`: setting a payload to null removes the key, and then it is not null but missing.
      { is_empty: { key: 'owner' } },
      matchValue('owner', user),
      matchValue('view_users', user),
      matchAny('view_groups', groups),
    ],
  };
}
