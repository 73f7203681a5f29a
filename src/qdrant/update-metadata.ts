import type { IndexedDocument } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { LEXICAL, WORDS } from './collection.ts';
import { type DocumentRecord, toSharedPayload } from './document-record.ts';
import { matchRecord, matchValue } from './filters.ts';
import { parsePassageRecord } from './passage-record.ts';
import { analyzePassage, type PassageWords } from './passage-words.ts';
import { type PointStore, parseStored, scrollPages, toSetPayloadStep, type WriteStep } from './points.ts';
import { toRequests } from './to-requests.ts';

export interface MetadataSteps {
  /** The words of all passages, when the metadata line changed, which is searched as well. */
  readonly words: readonly PassageWords[] | undefined;
  /** Requests in order; the document's record comes after them. */
  readonly steps: readonly (readonly WriteStep[])[];
}

const PAGE_SIZE = 200;
const KEYS = ['position', 'kind', 'start', 'end', 'content', 'search_text', 'header', 'metadata'];

/** How to bring the passages of `old` up to `document`; text, header and embeddings stay. */
export async function toMetadataSteps(
  store: PointStore,
  old: DocumentRecord,
  document: IndexedDocument,
  options: CallOptions,
): Promise<MetadataSteps> {
  const filter = { must: [matchRecord('passage'), matchValue('document_id', document.id)] };
  // Rights first: from here on nobody finds passages by rights that were taken away.
  const payload: WriteStep[] = [toSetPayloadStep(toSharedPayload(document), filter)];
  if (old.document.metadata === document.metadata) return { words: undefined, steps: [payload] };
  const passages: { readonly id: string | number; readonly words: PassageWords }[] = [];
  const page = {
    filter: { must: [...filter.must, matchValue('sequence', old.sequence)] },
    payload: KEYS,
    size: PAGE_SIZE,
  };
  for await (const points of scrollPages(store, page, options)) {
    for (const point of points) {
      const record = parseStored(parsePassageRecord, point, store.name);
      passages.push({ id: point.id, words: analyzePassage({ ...record, metadata: document.metadata }) });
    }
  }
  const wordless = passages.filter(({ words }) => words.words.size === 0).map(({ id }) => id);
  const worded = passages.filter(({ words }) => words.words.size > 0);
  const requests = toRequests(worded.map(({ id, words }) => ({ id, vector: { ...words.vectors } })));
  const vectors = requests.map((points): WriteStep[] => [{ update_vectors: { points: [...points] } }]);
  // Empty vectors are refused as "must specify vectors to update".
  if (wordless.length > 0) vectors.push([{ delete_vectors: { points: wordless, vector: [LEXICAL, WORDS] } }]);
  return { words: passages.map(({ words }) => words), steps: [payload, ...vectors] };
}
