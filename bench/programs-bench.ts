import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFakePaperless, type FakePaperless } from '../test/fakes/paperless/fake-paperless.ts';
import { serveFake } from '../test/fakes/paperless/serve-fake.ts';
import { TOKEN } from '../test/paperless/test-client.ts';
import { askAll, openAsk, weighPage } from './ask-program.ts';
import { ensureBuilt, toBinPath } from './ensure-built.ts';
import { createFakeLibrary } from './fake-library.ts';
import { readIndexFlags } from './read-index-flags.ts';
import type { Figure } from './report/figure.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { watchPeak } from './watch-peak.ts';

type Env = Readonly<Record<string, string>>;

const QUESTIONS = 100;

/** The built programs at a synthetic Paperless, without embeddings: their requests, and the most memory that each held. */
export async function benchPrograms(documents: number): Promise<Figure[]> {
  await ensureBuilt();
  const paperless = createFakePaperless(createFakeLibrary(documents));
  const served = await serveFake(paperless);
  try {
    return await withTemporaryFolder(async (folder) => {
      const env = { STATE_DIR: join(folder, 'state'), PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN: TOKEN };
      const measure = (args: readonly string[]) => measureRun(args, env, paperless, folder);
      const memory = (id: string, what: string, ours: number): Figure => ({
        id: `programs.${id}`,
        what,
        unit: 'MB',
        ours,
      });
      const firstRun = await measure([]);
      const tick = await measure([]);
      const reconcile = await measure(['--reconcile']);
      const idle = await measureAsk(env, folder, weighPage);
      const asked = await measureAsk(env, folder, (address) => askAll(address, QUESTIONS));
      return [
        {
          id: 'programs.tick-requests',
          what: 'a tick, nothing changed: requests',
          unit: 'requests',
          ours: tick.requests,
        },
        {
          id: 'programs.reconcile-requests',
          what: 'a reconcile with nothing to do: requests',
          unit: 'requests',
          ours: reconcile.requests,
          beside: { what: 'documents / 500 + 12', value: documents / 500 + 12 },
        },
        memory(
          'first-run-rss',
          `paperless-index, first run over ${documents.toLocaleString('en')} documents`,
          firstRun.mb,
        ),
        memory('tick-rss', 'paperless-index, a tick', tick.mb),
        memory('reconcile-rss', 'paperless-index, a reconcile', reconcile.mb),
        memory('ask-idle-rss', 'paperless-ask, its page served', idle.mb),
        memory('ask-asked-rss', `paperless-ask, after ${QUESTIONS} questions`, asked.mb),
        { id: 'programs.page', what: 'the page and all it loads', unit: 'kB', ours: idle.result / 1_000 },
      ];
    });
  } finally {
    await served.close();
  }
}

async function measureRun(args: readonly string[], env: Env, paperless: FakePaperless, folder: string) {
  const peak = watchPeak(join(folder, 'peak'));
  paperless.requests.length = 0;
  const flags = [...readIndexFlags(), toBinPath('paperless-index'), ...args];
  await promisify(execFile)(process.execPath, flags, { env: { ...env, ...peak.env } });
  return { mb: peak.readMb(), requests: paperless.requests.length };
}

async function measureAsk<T>(env: Env, folder: string, work: (address: string) => Promise<T>) {
  const peak = watchPeak(join(folder, 'peak'));
  const ask = await openAsk({ ...env, ...peak.env });
  const result = await work(ask.address).finally(ask.close);
  return { result, mb: peak.readMb() };
}
