import { z } from 'zod';
import type { Id } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { matchAny, matchRecord, matchValue } from './filters.ts';
import { type PointStore, parseStored, scrollPages, toDeleteStep, write } from './points.ts';

const PAGE_SIZE = 500;
const MOST_DOCUMENTS = 1_000_000;
const recordSchema = z.object({ sequence: z.int() });

/** Deletes passages that belong to no document: nobody sees them, but a search that meets them is done again. */
export async function sweepOrphans(store: PointStore, options: CallOptions): Promise<void> {
  const known = new Set<Id>();
  const page = { filter: { must: [matchRecord('document')] }, payload: ['sequence'], size: PAGE_SIZE };
  for await (const points of scrollPages(store, page, options)) {
    const ids = points.map((point) => Number(point.id));
    const current = points.map((point) => ({
      must: [
        matchValue('document_id', Number(point.id)),
        matchValue('sequence', parseStored(recordSchema.parse, point, store.name).sequence),
      ],
    }));
    for (const id of ids) known.add(id);
    const others = { must: [matchRecord('passage'), matchAny('document_id', ids)], must_not: current };
    await write(store, [toDeleteStep(others)], options);
  }
  const facet = { key: 'document_id', filter: { must: [matchRecord('passage')] }, limit: MOST_DOCUMENTS, exact: true };
  const { hits } = await store.connection.call((client) => client.facet(store.name, facet), options);
  const orphaned = hits.map(({ value }) => Number(value)).filter((id) => !known.has(id));
  if (orphaned.length === 0) return;
  await write(store, [toDeleteStep({ must: [matchRecord('passage'), matchAny('document_id', orphaned)] })], options);
}
