import assert from 'node:assert/strict';
import { createDefine } from '../../src/openapi/create-define.ts';
import { createTools } from '../../src/openapi/create-tools.ts';
import { loadDefinitions } from '../../src/openapi/load-definitions.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import type { Services } from '../../src/openapi/services.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { connect } from '../mcp/connect.ts';
import { createTestClient, createTestWaits, TOKEN } from '../paperless/test-client.ts';

const operations = loadOperations();
const definitions = loadDefinitions();

/** All tools of paperless-mcp over a fake Paperless, called by the SDK's own client. */
export async function openApiWorld(changes: Partial<Services> = {}, limits: { callBudgetMs?: number } = {}) {
  const fake = createFakePaperless(readRecordedLibrary());
  const services: Services = {
    client: createTestClient(fake).client,
    waits: createTestWaits([]),
    uploadDirs: [],
    maxUploadBytes: 1_000_000,
    downloadDir: undefined,
    mayDelete: true,
    operations,
    define: createDefine(operations, changes.mayDelete ?? true),
    ...changes,
  };
  const world = await connect(
    createTools(definitions, services.mayDelete, async () => services),
    { secrets: [TOKEN], ...limits },
  );
  return {
    ...world,
    fake,
    services,
    /** The answer; throws with the refusal. */
    async succeed(name: string, input: Record<string, unknown> = {}) {
      const { json, isError, text } = await world.call(name, input);
      assert.ok(!isError, text);
      return json ?? text;
    },
    /** The message of a refusal. */
    async fail(name: string, input: Record<string, unknown>): Promise<string> {
      const { json, isError, text } = await world.call(name, input);
      assert.ok(isError, text.slice(0, 300));
      return json.error.message;
    },
    /** The last request, its body parsed. */
    last() {
      const { method, raw, body } = fake.requests.at(-1) ?? assert.fail('nothing was sent');
      return { method, raw, body: body.startsWith('{') ? JSON.parse(body) : body };
    },
  };
}
