import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { planUpdate } from '../../docs/openapi/update-openapi.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import type { Operation } from '../../src/openapi/operation.ts';
import { type Selection, selectOperations } from '../../src/openapi/select-operations.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { type DescribedOperation, type Description, readDescription } from './read-description.ts';

const before = loadOperations();
const NOTHING: Selection = { toolsets: [], tools: [], excluded: [], isReadOnly: false, mayDelete: true };
const operation = (operationId: string): DescribedOperation => ({ operationId, responses: { '200': {} } });

/** The update to the bundled description with `change` made to it. */
function update(change: (description: Description) => void) {
  const description = readDescription();
  change(description);
  const { files, report } = planUpdate(JSON.stringify(description), before);
  const operations = JSON.parse(files['src/openapi/operations.json']!) as Operation[];
  const select = (toolsets: string[]) => selectOperations(operations, { ...NOTHING, toolsets }).map(({ name }) => name);
  return { files, lines: report.split('\n'), operations, select };
}

describe('npm run openapi:update FILE', () => {
  it('says that nothing changed, and writes what is there, for the same description', () => {
    const { lines, files } = update(() => {});
    assert.equal(lines[0], '');
    for (const [path, text] of Object.entries(files))
      if (path.startsWith('src')) assert.equal(text, readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));
  });

  it('leaves a new path prefix off until somebody adds it', () => {
    const { lines, select } = update(({ paths }) => {
      paths['/api/robots/'] = { get: operation('robots_list') };
    });
    assert.deepEqual(lines.slice(0, 2), [
      'NEW   toolset robots: off until it stands in DEFAULT_TOOLSETS (select-operations.ts)',
      'NEW   robots_list  GET /api/robots/  reads, with toolset robots',
    ]);
    assert.deepEqual([select([]).includes('robots_list'), select(['robots'])], [false, ['robots_list']]);
  });

  it('offers a new operation of a toolset with it, and says whether that is by default', () => {
    const { lines, select } = update(({ paths }) => {
      paths['/api/documents/{id}/pages/'] = { get: operation('documents_pages_list') };
      paths['/api/users/{id}/']!.post = operation('users_copy');
      paths['/api/tags/{id}/merge/'] = { delete: { ...operation('tags_merge'), deprecated: true } };
    });
    assert.deepEqual(lines.slice(0, 3), [
      'NEW   documents_pages_list  GET /api/documents/{id}/pages/  reads, offered by default',
      'NEW   tags_merge  DELETE /api/tags/{id}/merge/  deletes, with toolset tags',
      'NEW   users_copy  POST /api/users/{id}/  writes, with toolset users',
    ]);
    assert.ok(select([]).includes('documents_pages_list') && !select([]).includes('tags_merge'));
  });

  it('names what is gone, and what of an operation is another', () => {
    const { lines, operations } = update(({ paths }) => {
      delete paths['/api/statistics/'];
      const parameters = paths['/api/documents/']!.get!.parameters!;
      parameters.push({ name: 'color', in: 'query', schema: { type: 'string' } });
      parameters.find(({ name }) => name === 'id')!.schema = { type: 'string' };
      parameters.splice(
        parameters.findIndex(({ name }) => name === 'mime_type'),
        1,
      );
      paths['/api/search/']!.get!.deprecated = true;
    });
    assert.deepEqual(lines.slice(0, 3), [
      'GONE  statistics_retrieve  GET /api/statistics/',
      'DIFF  documents_list  +color -mime_type ~id',
      'DIFF  search_retrieve  deprecated',
    ]);
    assert.equal(operations.length, 138);
  });

  it('a renamed operation keeps what is done for it: text, checks, guards', () => {
    const { lines, files } = update(({ paths }) => {
      paths['/api/documents/bulk_edit/']!.post!.operationId = 'documents_edit_many';
    });
    assert.equal(lines[0], 'NAME  bulk_edit is now called documents_edit_many  POST /api/documents/bulk_edit/');
    assert.match(files['src/openapi/definitions.json']!, /"documents_edit_many".*Change many documents\..*By method:/);
  });

  it('a hostile description opens nothing, and cannot hide one operation under the name of another', () => {
    const { lines, operations } = update(({ paths }) => {
      paths['/api/token/']!.post!.operationId = 'tags_create_2';
      paths['/api/authtoken/'] = { get: operation('statistics_more') };
      paths['/api/users/{id}/set_password/'] = { post: operation('users_greet') };
      paths['/api/documents/api_keys/'] = { get: operation('documents_keys') };
      paths['/api/tags/']!.get!.operationId = 'tags_index';
      paths['/api/tags/{id}/']!.delete!.operationId = 'tags_list';
    });
    assert.equal(
      lines[0],
      'LOOK  tags_list was GET /api/tags/ and is now DELETE /api/tags/{id}/: another operation, an old name',
    );
    const paths = operations.map(({ path }) => path);
    for (const path of [
      '/api/token/',
      '/api/authtoken/',
      '/api/users/{id}/set_password/',
      '/api/documents/api_keys/',
    ]) {
      assert.ok(!paths.includes(path), path);
      assert.ok(lines.some((line) => line.startsWith('Never a tool') && line.includes(path)));
    }
    const renamed = operations.find(({ name }) => name === 'tags_list')!;
    assert.deepEqual([renamed.method, renamed.about], ['DELETE', 'Tags list.']);
  });

  it('two operations of one name are refused', () => {
    const twice = ({ paths }: Description) => {
      paths['/api/robots/'] = { get: operation('tags_list') };
    };
    assert.throws(() => update(twice), /two operations are called tags_list: GET \/api\/tags\/ and GET \/api\/robots/);
  });

  it('a meaning of deleting that is worded so that it stays where nothing may be deleted is refused', () => {
    const reword = (description: Description) => {
      const { schemas } = description.components as { schemas: Record<string, { description?: string }> };
      const type = Object.values(schemas).find(({ description: text }) => text?.includes('Move to trash'))!;
      type.description = type.description!.replace('Move to trash', 'Move to trash, deleted after 30 days');
    };
    assert.throws(() => update(reword), /workflow_actions_create, type: the meaning of 6 could not be cut out of/);
  });

  it('as a command: writes nothing for a file that is no description, 65', async (test) => {
    const file = join(temporaryFolder(test), 'page.html');
    writeFileSync(file, '<!doctype html>');
    const command = join(import.meta.dirname, '../../docs/openapi/update-openapi.ts');
    await assert.rejects(promisify(execFile)(process.execPath, [command, file]), (error: Error) => {
      assert.match(`${'stderr' in error && error.stderr}`, /page\.html can't be followed, and nothing was written/);
      assert.equal('code' in error && error.code, 65);
      return true;
    });
  });

  it('as a command: writes the three files of the project it stands in, and the report', async (test) => {
    const { root, file, run } = copyProject(test);
    const { stdout } = await run();
    assert.match(stdout, /^GONE {2}statistics_retrieve/);
    assert.match(stdout, /138 tools \(139 before\), 79 by default/);
    assert.doesNotMatch(readFileSync(join(root, 'src/openapi/operations.json'), 'utf8'), /\/api\/statistics\//);
    assert.doesNotMatch(readFileSync(join(root, 'src/openapi/definitions.json'), 'utf8'), /\/api\/statistics\//);
    assert.equal(
      readFileSync(join(root, 'test/fixtures/openapi/paperless-v10.json'), 'utf8'),
      readFileSync(file, 'utf8'),
    );
  });

  it('as a command: what could not be written is not said to be no description', async (test) => {
    const { root, run } = copyProject(test);
    mkdirSync(join(root, 'test/fixtures/openapi/paperless-v10.json'));
    await assert.rejects(run(), (error: Error) => {
      assert.match(error.message, /EISDIR/);
      assert.doesNotMatch(error.message, /can't be followed|nothing was written/);
      return true;
    });
  });
});

/** A project of its own, with a newer description: the command writes beside itself. */
function copyProject(test: TestContext) {
  const root = temporaryFolder(test);
  const project = join(import.meta.dirname, '../..');
  mkdirSync(join(root, 'test', 'fixtures', 'openapi'), { recursive: true });
  for (const part of ['docs/openapi', 'src', 'package.json'])
    cpSync(join(project, part), join(root, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const description = readDescription();
  delete description.paths['/api/statistics/'];
  const file = join(root, 'newer.json');
  writeFileSync(file, JSON.stringify(description));
  const command = join(root, 'docs/openapi/update-openapi.ts');
  return { root, file, run: () => promisify(execFile)(process.execPath, [command, file]) };
}
