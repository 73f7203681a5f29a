import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { PaperlessClient } from '../paperless/client.ts';
import { PROMPT } from '../paperless/retry.ts';
import { createAskClient } from '../search-mcp/ask-client.ts';
import { createIdentity } from '../search-mcp/create-identity.ts';
import { createServices, type Services } from '../search-mcp/create-services.ts';
import type { PassageFinder } from '../search-mcp/passage-finder.ts';

type SearchConfig = Config<'paperless-search-mcp'>;

/** What the tools of paperless-search-mcp do, wired to the configured Paperless and to the index. Sends nothing yet. */
export async function createSearchServices(config: SearchConfig, hasIndex: boolean, log: Log): Promise<Services> {
  const connection = { apiUrl: config.PAPERLESS_API_URL, token: config.PAPERLESS_API_TOKEN, log };
  return createServices({
    ...connection,
    publicUrl: config.PAPERLESS_PUBLIC_URL ?? config.PAPERLESS_API_URL,
    namesTtlMs: config.RAG_CORRESPONDENTS_TTL * 1_000,
    now: () => performance.now(),
    finder: await createFinder(config, hasIndex, log),
  });
}

/** A running paperless-ask before the index itself: it has everything open already, and its state folder may be private. */
async function createFinder(config: SearchConfig, hasIndex: boolean, log: Log): Promise<PassageFinder | undefined> {
  const { PAPERLESS_ASK_URL: askUrl, ASK_PROXY_SECRET: secret, ASK_USER_HEADER: header } = config;
  if (askUrl !== undefined) {
    const client = new PaperlessClient({
      apiUrl: config.PAPERLESS_API_URL,
      token: config.PAPERLESS_API_TOKEN,
      retry: PROMPT,
      log,
    });
    return createAskClient({ askUrl, identify: createIdentity({ client, secret, header }) });
  }
  if (!hasIndex) return undefined;
  // Loads the stores, which the way over paperless-ask has no need of.
  const { createIndexFinder } = await import('./passages.ts');
  return createIndexFinder(config, log);
}
