import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { REAL_WAITS, type Waits } from '../../src/http/waits.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import { PaperlessClient } from '../../src/paperless/client.ts';
import { PATIENT } from '../../src/paperless/retry.ts';
import { type LoggedRequest, toLoggedRequest } from '../fakes/paperless/request-log.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createTestWaits, TOKEN } from '../paperless/test-client.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { answerDescribed } from './answer-described.ts';
import { LEFT_ALONE, runEveryday } from './everyday-run.ts';
import { openApiWorld } from './open-api-world.ts';
import { createRequestJudge } from './request-judge.ts';
import { selectEveryday } from './select-everyday.ts';

const { PAPERLESS_TEST_URL = '', PAPERLESS_TEST_TOKEN = '' } = process.env;
const isSet = PAPERLESS_TEST_URL !== '' && PAPERLESS_TEST_TOKEN !== '';

describe('every everyday tool, the way somebody works with their archive', () => {
  it('on the fake Paperless, over a socket', async (test) => {
    const { fake, client } = await openApiWorld();
    await client.close();
    answerDescribed(fake);
    const served = await serveFake(fake);
    test.after(() => served.close());
    const before = describeLibrary(fake.library);
    await runOn({ apiUrl: served.url, token: TOKEN, waits: createTestWaits([]) }, test);
    assert.deepEqual(describeLibrary(fake.library), before, 'everything is as it was');
  });

  // It makes and deletes its own objects only; the token's user should be allowed everything.
  it(
    'on a real Paperless',
    { skip: isSet ? false : 'PAPERLESS_TEST_URL and PAPERLESS_TEST_TOKEN are not set', timeout: 300_000 },
    (test) => runOn({ apiUrl: PAPERLESS_TEST_URL, token: PAPERLESS_TEST_TOKEN, waits: REAL_WAITS }, test),
  );
});

async function runOn(
  { apiUrl, token, waits }: { apiUrl: string; token: string; waits: Waits },
  test: TestContext,
): Promise<void> {
  const folder = temporaryFolder(test);
  const sent: LoggedRequest[] = [];
  const loggedFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    // The body of an upload can be read once: what is logged is a copy.
    sent.push(await toLoggedRequest(request.clone()));
    return fetch(request);
  };
  await using world = await openApiWorld({
    client: new PaperlessClient({ apiUrl, token, retry: PATIENT, log: SILENT_LOG, fetch: loggedFetch }),
    waits,
    uploadDirs: [folder],
    downloadDir: folder,
  });
  const called = new Set<string>();
  const call = (name: string, input: Record<string, unknown> = {}) => {
    called.add(name);
    return world.succeed(name, input);
  };
  await runEveryday(call, folder, `prag-${randomUUID().slice(0, 8)}`);
  const everyday = selectEveryday(loadOperations()).map(({ name }) => name);
  assert.deepEqual(
    everyday.filter((name) => !called.has(name)).sort(),
    Object.keys(LEFT_ALONE).sort(),
    'an everyday tool without a call',
  );
  // On the fake, coverage.test.ts has them judged one by one.
  if (apiUrl !== PAPERLESS_TEST_URL) return;
  const judge = createRequestJudge();
  for (const request of sent) assert.deepEqual(await judge(request), [], `${request.method} ${request.raw}`);
}

function describeLibrary(library: Awaited<ReturnType<typeof openApiWorld>>['fake']['library']) {
  const { documents, names, customFields, savedViews, shareLinks } = library;
  const lists = [documents, ...Object.values(names), customFields, savedViews, shareLinks];
  return lists.map((list) => [...list.keys()]);
}
