import { join } from 'node:path';
import { describeInspector } from '../contract/mcp-inspector.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { TOKEN } from '../paperless/test-client.ts';

/** A few tools of each kind: all of them are called in test/openapi/coverage.test.ts. */
describeInspector('paperless-mcp', async () => {
  const fake = createFakePaperless(readRecordedLibrary());
  fake.library.trash(24);
  const served = await serveFake(fake);
  return {
    args: [join(import.meta.dirname, '..', '..', 'dist', 'bin', 'paperless-mcp.js')],
    env: {
      PAPERLESS_API_URL: served.url,
      PAPERLESS_API_TOKEN: TOKEN,
      MCP_TOOLSETS: 'trash,statistics',
      MCP_TOOLS: 'documents_list,documents_partial_update,bulk_edit',
    },
    calls: {
      documents_list: { text: 'Strom', page_size: 2, filters: { id__in: [1, 2, 3] } },
      documents_partial_update: { id: 7, title: 'Renamed' },
      bulk_edit: { documents: [7], method: 'add_tag', parameters: { tag: 1 } },
      trash_list: {},
      trash_create: { action: 'restore', documents: [24] },
      statistics_retrieve: {},
    },
    close: () => served.close(),
  };
});
