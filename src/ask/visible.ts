import { ConfigError, UnavailableError } from '../errors.ts';
import type { Id } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import type { AskDeps } from './deps.ts';
import type { Question } from './question.ts';
import { REASONS } from './reasons.ts';

export interface Visibility {
  readonly ids: ReadonlySet<Id>;
  /** Why it could not be checked, in words for people; `ids` are then all that were asked for. */
  readonly degraded?: string;
}

/**
 * Which of `ids` still exist and may be seen, asked of the archive right now. With the archive out of reach, a page
 * that is open to everyone answers from the index and says so; for a named user the error is thrown.
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
    // A broken export folder (ConfigError) is as far out of reach as a Paperless that doesn't answer.
    const isOutOfReach = error instanceof UnavailableError || error instanceof ConfigError;
    if (asker.kind !== 'everyone' || !isOutOfReach) throw error;
    deps.log.warn({ code: error.code }, 'documents could not be checked, the index is trusted');
    return {
      ids: new Set(ids),
      degraded: REASONS.unverified,
    };
  }
}
