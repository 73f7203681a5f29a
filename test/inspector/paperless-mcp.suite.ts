import { join } from 'node:path';
import { defineOperation } from '../../src/openapi/define-operation.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import { selectOperations } from '../../src/openapi/select-operations.ts';
import { describeInspector } from '../contract/mcp-inspector.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { answerDescribed } from '../openapi/answer-described.ts';
import { sampleMinimum } from '../openapi/sample-arguments.ts';
import { seedParts } from '../openapi/seed-parts.ts';
import { TOKEN } from '../paperless/test-client.ts';

const NOTHING = { toolsets: [], tools: [], excluded: [], isReadOnly: false, mayDelete: true };
const operations = loadOperations();

/** All that there are; of those that change something a few are called, each of its kind. */
describeInspector('paperless-mcp with MCP_TOOLSETS=all', () =>
  open(
    { MCP_TOOLSETS: 'all' },
    {
      documents_list: { text: 'Strom', page_size: 2, filters: { id__in: [1, 2, 3] }, fields: ['id', 'title'] },
      documents_partial_update: { id: 7, title: 'Renamed', clear: ['correspondent'] },
      bulk_edit: { documents: [7], method: 'add_tag', parameters: { tag: 1 } },
      trash_create: { action: 'restore', documents: [24] },
      tags_create: { name: 'Letters', matching_algorithm: 0 },
      users_list: {},
    },
    operations.map(({ name }) => name),
  ),
);

/** Every reading tool of the default, with the least it needs. */
describeInspector('paperless-mcp with MCP_READ_ONLY=true', () => {
  const reading = selectOperations(operations, { ...NOTHING, isReadOnly: true });
  const calls = reading.map((operation) => [operation.name, toCall(operation.name)] as const);
  return open({ MCP_READ_ONLY: 'true' }, Object.fromEntries(calls));
});

async function open(
  env: Readonly<Record<string, string>>,
  calls: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  tools?: readonly string[],
) {
  const fake = createFakePaperless(readRecordedLibrary());
  fake.library.trash(24);
  seedParts(fake.library);
  answerDescribed(fake);
  const served = await serveFake(fake);
  return {
    args: [join(import.meta.dirname, '..', '..', 'dist', 'bin', 'paperless-mcp.js')],
    env: { PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN: TOKEN, ...env },
    calls,
    ...(tools !== undefined && { tools }),
    close: () => served.close(),
  };
}

function toCall(name: string): Readonly<Record<string, unknown>> {
  const operation = operations.find((one) => one.name === name);
  // What is to be found by a word needs one that is there.
  if (name.startsWith('search_')) return { [name === 'search_retrieve' ? 'query' : 'term']: 'strom' };
  return operation === undefined ? {} : sampleMinimum(defineOperation(operation), '');
}
