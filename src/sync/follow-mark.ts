import { isAbort } from '../errors.ts';
import type { Log } from '../log.ts';
import type { CallOptions } from '../ports.ts';
import type { PassWriter } from './pass.ts';
import type { GenerationState } from './sync-state.ts';

/**
 * The same writer, which from now on notes the mark of every write beside the cursor. Forgets the cursor first when the
 * generation isn't in the state it was left in: an older one was restored, or a run was killed before it could note the mark.
 */
export async function followMark(
  writer: PassWriter,
  generationState: GenerationState,
  log: Log,
  options: CallOptions,
): Promise<PassWriter> {
  const mark = await writer.mark(options);
  if (mark !== generationState.mark) {
    if (generationState.cursor !== undefined) {
      log.warn(
        { generation: generationState.generation },
        'the index is not as the last run left it (restored, or the run was killed): comparing everything from the beginning',
      );
    }
    generationState.cursor = undefined;
    generationState.mark = mark;
  }
  const note = async (write: Promise<void>) => {
    try {
      await write;
    } catch (error) {
      // Half of it may be written, which is this run's work all the same.
      if (isAbort(error)) generationState.mark = await writer.mark();
      throw error;
    }
    generationState.mark = await writer.mark();
  };
  return {
    names: (options) => writer.names(options),
    stats: (options) => writer.stats(options),
    documents: (options) => writer.documents(options),
    documentsWith: (kind, id, options) => writer.documentsWith(kind, id, options),
    fingerprints: (ids, options) => writer.fingerprints(ids, options),
    mark: (options) => writer.mark(options),
    replace: (entries, options) => note(writer.replace(entries, options)),
    updateMetadata: (documents, options) => note(writer.updateMetadata(documents, options)),
    remove: (ids, options) => note(writer.remove(ids, options)),
    setNames: (names, options) => note(writer.setNames(names, options)),
    finish: (options) => writer.finish(options),
  };
}
