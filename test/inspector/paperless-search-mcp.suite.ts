import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInspector } from '../contract/mcp-inspector.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { runPaperlessIndex } from '../programs/run-paperless-index.ts';

describeInspector('paperless-search-mcp', async () => {
  const fake = createFakePaperless(readRecordedLibrary());
  fake.library.index.remove(44);
  const served = await serveFake(fake);
  const stateDir = mkdtempSync(join(tmpdir(), 'inspected-'));
  const paperless = { PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN: TOKEN };
  const { code, stderr } = await runPaperlessIndex([], { stateDir, env: paperless });
  assert.equal(code, 0, stderr);
  return {
    args: [join(import.meta.dirname, '..', '..', 'dist', 'bin', 'paperless-search-mcp.js')],
    env: { ...paperless, STATE_DIR: stateDir, MCP_ASK: 'true' },
    calls: {
      search_documents: { query: 'Brightline invoice', tags: ['telecom'], page_size: 5 },
      search_passages: { question: 'Brightline invoice 2021', limit: 3 },
      read_document: { id: 7, length: 500 },
      search_index_health: { sample_size: 44, heal: true, min_age_seconds: 0 },
      ask_documents: { question: 'What was the total of the Brightline invoice in March 2021?' },
    },
    async close() {
      await served.close();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
});
