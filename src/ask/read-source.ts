import { NotFoundError } from '../errors.ts';
import type { Passage, PassageId, Source } from '../model.ts';
import type { Asker, CallOptions } from '../ports.ts';
import { parsePassageId, toPassageId } from '../text/passage-id.ts';
import type { AskDeps } from './deps.ts';
import { openSpace } from './space.ts';
import { toSources } from './to-sources.ts';
import { checkVisible } from './visible.ts';

/** A passage to read, with what stands before and after it in its document. */
export interface SourceView
  extends Pick<Source, 'passage' | 'document_id' | 'title' | 'correspondent' | 'created' | 'url' | 'text'> {
  /** Text of the neighbouring passages without what they share with this one; null at the ends of the document. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Reads one passage with its neighbours. Throws `NotFoundError` when there is no such passage, when the asker may not
 * see it, and when its document is gone: the same answer on purpose.
 */
export async function readSource(
  passageId: PassageId,
  deps: Pick<AskDeps, 'index' | 'archive' | 'log'>,
  asker: Asker,
  options: CallOptions = {},
): Promise<SourceView> {
  const { reader, readNames, scope } = await openSpace({ asker }, deps, options);
  const [passages, names] = await Promise.all([reader.read(withNeighbours(passageId), scope, options), readNames()]);
  const passage = passages.find(({ id }) => id === passageId);
  if (passage === undefined) throw new NotFoundError('there is no such passage');
  const visible = await checkVisible([passage.documentId], asker, deps, options);
  if (!visible.ids.has(passage.documentId)) throw new NotFoundError('there is no such passage');
  const [source] = toSources([{ passage, score: 0, legs: {} }], names, undefined, deps);
  if (source === undefined) throw new NotFoundError('there is no such passage');
  const { n: _n, highlights: _highlights, score: _score, legs: _legs, ...shown } = source;
  const before = passages.find(({ position, kind }) => position === passage.position - 1 && kind === passage.kind);
  const after = passages.find(({ position, kind }) => position === passage.position + 1 && kind === passage.kind);
  return {
    ...shown,
    before: before === undefined ? null : before.text.slice(0, before.text.length - countShared(before, passage)),
    after: after === undefined ? null : after.text.slice(countShared(passage, after)),
  };
}

/** The ids around a passage's. Empty for a text that is no passage id. */
function withNeighbours(id: PassageId): PassageId[] {
  const asked = parsePassageId(id);
  if (asked === undefined) return [];
  const { documentId, position } = asked;
  return [position - 1, position, position + 1].filter((at) => at >= 0).map((at) => toPassageId(documentId, at));
}

/** Length of the text that two neighbours share. */
function countShared(first: Passage, second: Passage): number {
  return Math.max(0, first.end - second.start);
}
