import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNeverExposed } from '../../docs/openapi/never-exposed.ts';
import { prepareOperations } from '../../docs/openapi/prepare-operations.ts';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import { type Selection, selectOperations } from '../../src/openapi/select-operations.ts';
import { readDescription } from './read-description.ts';

const operations = loadOperations();
const NOTHING: Selection = { toolsets: [], tools: [], excluded: [], isReadOnly: false, mayDelete: true };
const select = (changes: Partial<Selection>) => selectOperations(operations, { ...NOTHING, ...changes });
const namesOf = (changes: Partial<Selection>) => select(changes).map(({ name }) => name);

describe('which tools are offered', () => {
  it('80 by default, 139 with all', () => {
    assert.equal(select({}).length, 80);
    assert.equal(select({ toolsets: ['default'] }).length, 80);
    assert.equal(select({ toolsets: ['all'] }).length, 139);
  });

  it('toolsets alone, together, and beside the default', () => {
    assert.equal(select({ toolsets: ['tags'] }).length, 5);
    assert.equal(select({ toolsets: ['tags', 'statistics', 'tags'] }).length, 6);
    assert.equal(select({ toolsets: ['default', 'users'] }).length, 85);
    assert.equal(select({ toolsets: ['all', 'tags'] }).length, 139);
    assert.ok(!namesOf({}).some((name) => name.startsWith('share_link_bundles')));
  });

  it('single tools beside the toolsets', () => {
    assert.deepEqual(namesOf({ toolsets: ['statistics'], tools: ['users_list'] }), [
      'statistics_retrieve',
      'users_list',
    ]);
  });

  it('what is deprecated only with all, or by its name', () => {
    assert.ok(!namesOf({ toolsets: ['documents'] }).includes('documents_email_document'));
    assert.ok(namesOf({ toolsets: ['all'] }).includes('documents_email_document'));
    assert.ok(namesOf({ tools: ['documents_email_document'] }).includes('documents_email_document'));
  });

  it('an exclusion beats toolsets and names', () => {
    assert.ok(!namesOf({ tools: ['bulk_edit'], excluded: ['bulk_edit'] }).includes('bulk_edit'));
  });

  it('read-only beats every selection, and keeps the few reading POSTs', () => {
    const chosen = select({ toolsets: ['all'], tools: ['trash_create'], isReadOnly: true });
    assert.deepEqual(
      chosen.filter(({ method }) => method !== 'GET').map(({ name }) => name),
      ['bulk_download', 'documents_chat_create', 'documents_selection_data_create', 'storage_paths_test'],
    );
  });

  it('MCP_ALLOW_DELETE=false leaves out what deletes, named or not', () => {
    const names = namesOf({ toolsets: ['all'], tools: ['tags_destroy'], mayDelete: false });
    assert.deepEqual(
      names.filter((name) => /destroy|delete/.test(name)),
      [],
    );
    assert.ok(names.includes('bulk_edit'));
  });

  it('unknown names are refused together, with what there is', () => {
    const attempt = () => select({ toolsets: ['tag', 'all'], tools: ['tags_lst'], excluded: ['token_create'] });
    assert.throws(attempt, (error: Error) => {
      assert.equal(error.name, 'ConfigError');
      assert.match(error.message, /MCP_TOOLSETS: there is no tag\. There are: all, .*default, .*tags/);
      assert.match(error.message, /MCP_TOOLS: there is no tags_lst\. There are: .*tags_list/);
      assert.match(error.message, /MCP_EXCLUDE_TOOLS: there is no token_create\./);
      return true;
    });
  });

  it('nothing that is never exposed, in no selection and under no name', () => {
    assert.deepEqual(
      operations.filter(({ method, path }) => isNeverExposed(method, path)),
      [],
    );
    for (const name of ['token_create', 'profile_totp_retrieve', 'profile_generate_auth_token_create'])
      assert.throws(() => select({ tools: [name] }), /there is no/);
    for (const toolset of ['token', 'oauth']) assert.throws(() => select({ toolsets: [toolset] }), /there is no/);
  });

  it('a path prefix that a newer description brings is off until somebody adds it', () => {
    const newer = readDescription();
    newer.paths['/api/robots/'] = { get: { operationId: 'robots_list', responses: { '200': {} } } };
    const known = prepareOperations(newer);
    const names = (toolsets: string[]) => selectOperations(known, { ...NOTHING, toolsets }).map(({ name }) => name);
    assert.ok(!names([]).includes('robots_list'));
    assert.ok(names(['robots']).includes('robots_list') && names(['all']).includes('robots_list'));
  });
});
