import type { Asker } from '../ports.ts';
import type { Examples } from './examples.ts';
import { NAME_LIST_KINDS } from './name-lists.ts';
import type { PageContent } from './page/render-page.ts';
import type { KnownStatus } from './page/to-status-parts.ts';
import { toErrorCode } from './to-error-code.ts';
import type { WebDeps } from './web-deps.ts';
import type { Words } from './words/en.ts';

type Deps = Pick<WebDeps, 'answers' | 'clock' | 'log' | 'names' | 'readStatus' | 'settings'> & {
  readonly examples: Examples;
};

/** What stands around question and answer, as far as it is at hand by the time `patience` ends. */
export async function readSurroundings(
  asker: Asker,
  words: Words,
  deps: Deps,
  patience: AbortSignal,
): Promise<Pick<PageContent, 'names' | 'examples' | 'status' | 'staleHours' | 'now'>> {
  const ended = new Promise<undefined>((resolve) => {
    patience.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const soon = <T>(reading: Promise<T>) => {
    const settled = reading.catch((error: unknown) => {
      deps.log.debug({ code: toErrorCode(error) }, 'the page does without');
      return undefined;
    });
    return Promise.race([settled, ended]);
  };
  const [found, examples, lists] = await Promise.all([
    soon(readStatusFor(asker, deps, patience).then((status) => ({ status }))),
    soon(deps.examples.read(asker, words)),
    Promise.all(NAME_LIST_KINDS.map((kind) => soon(deps.names.read(kind, asker)))),
  ]);
  const names = Object.fromEntries(
    NAME_LIST_KINDS.map((kind, index) => [kind, lists[index]?.names ?? deps.names.last(kind, asker) ?? []]),
  );
  const status = found === undefined ? 'unknown' : found.status;
  return { names, examples: examples ?? [], status, staleHours: deps.settings.staleHours, now: deps.clock.now() };
}

/** How the index is; to a user the library is what they may see of it. */
export async function readStatusFor(
  asker: Asker,
  { answers, readStatus }: Pick<Deps, 'answers' | 'readStatus'>,
  signal: AbortSignal,
): Promise<Exclude<KnownStatus, 'unknown'>> {
  const status = await readStatus({ signal });
  if (status === undefined || asker.kind === 'everyone') return status;
  return { ...status, documents: await answers.countDocuments(asker, { signal }) };
}
