import { UnavailableError } from '../errors.ts';
import type { Id } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import type { AskDeps } from './deps.ts';
import type { Question } from './question.ts';

export interface Visibility {
  readonly ids: ReadonlySet<Id>;
  /** Why it could not be checked, in words for people; `ids` are then all that were asked for. */
  readonly degraded?: string;
}

/**
 * Which of `ids` still exist and may be seen, asked of the archive right now. With the archive out of reach everybody
 * of an open page gets what the index has, and is told so; for a named user the error goes on.
 */
export async function checkVisible(
  ids: readonly Id[],
  asker: Question['asker'],
  deps: Pick<AskDeps, 'archive' | 'log'>,
  options: CallOptions,
): Promise<Visibility> {
  if (ids.length === 0) return { ids: new Set() };
  try {
    return { ids: await deps.archive.visible(ids, asker, options) };
  } catch (error) {
    if (asker.kind !== 'everyone' || !(error instanceof UnavailableError)) throw error;
    deps.log.warn({ service: error.service, error }, 'documents could not be checked, the index is trusted');
    return {
      ids: new Set(ids),
      degraded: 'Paperless could not be reached, so it was not checked that these documents still exist',
    };
  }
}
