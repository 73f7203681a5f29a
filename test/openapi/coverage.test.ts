import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { defineOperation } from '../../src/openapi/define-operation.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { answerDescribed } from './answer-described.ts';
import { openApiWorld } from './open-api-world.ts';
import { createRequestJudge } from './request-judge.ts';
import { sampleMaximum, sampleMinimum } from './sample-arguments.ts';
import { seedParts } from './seed-parts.ts';
import { selectEveryday } from './select-everyday.ts';

const operations = loadOperations();
const everyday = selectEveryday(operations);
const judge = createRequestJudge();

/** The fake Paperless; what it does not know is answered as the description allows. */
async function open(folder: string, isDescribedOnly = false) {
  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'Dear Anna');
  const world = await openApiWorld({ uploadDirs: [folder] });
  seedParts(world.fake.library);
  answerDescribed(world.fake, isDescribedOnly);
  // An upload is waited for, and of no description one can tell when it is done.
  const done = () => Response.json({ count: 1, results: [{ status: 'success', related_document_ids: [47] }] });
  world.fake.faults.add(
    { after: done },
    { match: ({ path, query }) => path === '/api/tasks/' && query.task_id === 'text' },
  );
  return { ...world, file };
}

describe('every everyday tool sends what the description allows', () => {
  for (const operation of everyday)
    it(operation.name, async (test) => {
      await using world = await open(temporaryFolder(test));
      const defined = defineOperation(operation);
      for (const input of [sampleMinimum(defined, world.file), sampleMaximum(defined, world.file)]) {
        world.fake.requests.length = 0;
        const { text } = await world.call(operation.name, input);
        const sent = world.fake.requests.find(({ method, path }) => isOf(operation, method, path));
        assert.ok(sent, `nothing was sent for ${JSON.stringify(input)}: ${text.slice(0, 300)}`);
        for (const request of world.fake.requests) assert.deepEqual(await judge(request), [], request.raw);
      }
    });
});

describe('every tool there is works with the least it needs', () => {
  // Nothing it does leaves a trace.
  const folder = mkdtempSync(join(tmpdir(), 'paperless-rag-'));
  let shared: Awaited<ReturnType<typeof open>>;
  before(async () => {
    shared = await open(folder, true);
  });
  after(async () => {
    await shared.client.close();
    rmSync(folder, { recursive: true });
  });

  for (const operation of operations)
    it(operation.name, async () => {
      const world = shared;
      world.fake.requests.length = 0;
      const { text, isError } = await world.call(operation.name, sampleMinimum(defineOperation(operation), world.file));
      assert.ok(!isError, text.slice(0, 300));
      for (const request of world.fake.requests) assert.deepEqual(await judge(request), [], request.raw);
    });
});

function isOf({ method, path }: { method: string; path: string }, sentMethod: string, sentPath: string): boolean {
  return method === sentMethod && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(sentPath);
}
