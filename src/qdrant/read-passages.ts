import type { Id, Passage, PassageId, Scope } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { type PassagePosition, parsePassageId } from '../text/passage-id.ts';
import { DOCUMENT_KEYS, type DocumentRecord, parseDocumentRecord } from './document-record.ts';
import { matchRecord, toConditions } from './filters.ts';
import { parsePassageRecord, toPassage, toPassagePointId } from './passage-record.ts';
import { type PointStore, parseStored, readPoints, scrollPages } from './points.ts';

/** A document would have to be replaced as often while its passages are read. */
const ROUNDS = 20;
const PAGE_SIZE = 1_000;

/** The passages in the order asked for, all of a document from one write of it; others are left out. */
export async function readPassages(
  store: PointStore,
  ids: readonly PassageId[],
  scope: Scope,
  options: CallOptions,
): Promise<readonly Passage[]> {
  const asked = ids.map(parsePassageId).filter((position) => position !== undefined);
  let found: readonly (Passage | undefined)[] = [];
  for (let round = 0; round < ROUNDS && asked.length > 0; round += 1) {
    found = await tryReading(store, asked, scope, options);
    // One that isn't there has just been replaced: its document's record now names others.
    if (found.every((passage) => passage !== undefined)) break;
  }
  return found.filter((passage) => passage !== undefined);
}

/** Undefined stands for a passage that should be there by its document's record, but isn't. */
async function tryReading(
  store: PointStore,
  positions: readonly PassagePosition[],
  scope: Scope,
  options: CallOptions,
): Promise<readonly (Passage | undefined)[]> {
  const records = await readDocuments(
    store,
    [...new Set(positions.map(({ documentId }) => documentId))],
    scope,
    options,
  );
  const asked = positions.flatMap(({ documentId, position }) => {
    const record = records.get(documentId);
    if (record === undefined || position >= record.passages) return [];
    return [{ record, pointId: toPassagePointId(documentId, record.sequence, position) }];
  });
  const pointIds = [...new Set(asked.map(({ pointId }) => pointId))];
  const points = new Map((await readPoints(store, pointIds, options)).map((point) => [point.id, point]));
  return asked.map(({ record, pointId }) => {
    const point = points.get(pointId);
    return point && toPassage(record.document, parseStored(parsePassageRecord, point, store.name));
  });
}

/** The records of those of `ids` that exist and are within `scope`. */
async function readDocuments(
  store: PointStore,
  ids: readonly Id[],
  scope: Scope,
  options: CallOptions,
): Promise<ReadonlyMap<Id, DocumentRecord>> {
  const filter = { must: [matchRecord('document'), { has_id: [...ids] }, ...toConditions({ scope })] };
  const records = new Map<Id, DocumentRecord>();
  for await (const points of scrollPages(store, { filter, payload: DOCUMENT_KEYS, size: PAGE_SIZE }, options)) {
    for (const point of points) {
      const record = parseStored(parseDocumentRecord, point, store.name);
      records.set(record.document.id, record);
    }
  }
  return records;
}
