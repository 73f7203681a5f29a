import { createServices, type ServicesOptions } from '../../src/search-mcp/create-services.ts';
import type { Offer } from '../../src/search-mcp/create-tools.ts';
import { createTools } from '../../src/search-mcp/create-tools.ts';
import type { FakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import type { FakeLibrary } from '../fakes/paperless/library.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { connect } from '../mcp/connect.ts';
import { createTestWaits } from '../paperless/test-client.ts';

export const PUBLIC_URL = 'https://papers.example.org';

export interface SearchWorldOptions extends Partial<ServicesOptions> {
  readonly library?: FakeLibrary;
  /** Whose token; default the administrator's. */
  readonly user?: string;
  readonly offer?: Partial<Offer>;
  readonly maxResultChars?: number;
}

/** The tools of paperless-search-mcp over a fake Paperless, called by the SDK's own client. */
export async function openSearchWorld(given: SearchWorldOptions = {}) {
  const { library = readRecordedLibrary(), user = 'admin', offer, maxResultChars = 60_000, ...changes } = given;
  const fake: FakePaperless = createFakePaperless(library);
  const token = user.padStart(40, '0');
  let now = 0;
  const services = createServices({
    apiUrl: 'http://paperless.example/',
    publicUrl: PUBLIC_URL,
    token,
    log: SILENT_LOG,
    namesTtlMs: 300_000,
    now: () => now,
    finder: undefined,
    fetch: fake.fetch,
    waits: createTestWaits([]),
    ...changes,
  });
  const offered = { isReadOnly: false, hasPassages: true, hasAnswers: true, ...offer };
  const world = await connect(
    createTools(offered, async () => services),
    { secrets: [token], maxResultChars },
  );
  return {
    ...world,
    fake,
    library,
    token,
    pass: (ms: number) => {
      now += ms;
    },
    /** Searches and gives the answer; throws with the refusal. */
    async search(input: Record<string, unknown>) {
      const { json, isError, text } = await world.call('search_documents', input);
      if (isError) throw new Error(text);
      return json;
    },
    async fail(name: string, input: Record<string, unknown>) {
      const { json, isError, text } = await world.call(name, input);
      if (!isError) throw new Error(`no failure: ${text}`);
      return json.error as { code: string; message: string; next: string; field?: string };
    },
  };
}
