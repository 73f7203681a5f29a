import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { MAX_LIST_CHARS } from '../../docs/openapi/max-list-chars.ts';
import { createTools } from '../../src/openapi/create-tools.ts';
import { loadDefinitions } from '../../src/openapi/load-definitions.ts';
import { selectOperations } from '../../src/openapi/select-operations.ts';
import { describeToolRules } from '../contract/mcp-tools.ts';

const never = async () => assert.fail('listing tools must load nothing');

const toolsOf = (toolsets: string[], mayDelete = true) => {
  const selection = { toolsets, tools: [], excluded: [], isReadOnly: false, mayDelete };
  return createTools(selectOperations(loadDefinitions(), selection), mayDelete, never);
};
const find = (name: string, mayDelete = true) => toolsOf(['all'], mayDelete).find((tool) => tool.name === name)!;

describeToolRules('paperless-mcp', toolsOf(['all']), {
  snapshots: join(import.meta.dirname, 'snapshots'),
  maxListChars: 90_000,
  ending: /^[A-Z]+ \/api\/\S+\/\n\S/,
});

describe('the everyday tools', () => {
  it(`take at most ${MAX_LIST_CHARS.toLocaleString('en')} characters of a model's context`, () => {
    const tools = toolsOf([]).map(({ run: _, ...tool }) => tool);
    assert.equal(tools.length, 80);
    const { length } = JSON.stringify({ tools });
    assert.ok(length <= MAX_LIST_CHARS, `${length} characters`);
  });

  it('say per operation, not per method, what they do', () => {
    assert.deepEqual(find('documents_selection_data_create').annotations, { readOnlyHint: true, openWorldHint: false });
    assert.deepEqual(find('storage_paths_test').annotations, { readOnlyHint: true, openWorldHint: false });
    // Destructive and not idempotent are the defaults of the protocol.
    for (const name of ['bulk_edit', 'trash_create', 'documents_delete', 'documents_merge', 'documents_rotate'])
      assert.deepEqual(find(name).annotations, { openWorldHint: false }, name);
    assert.deepEqual(find('processed_mail_bulk_delete').annotations, { openWorldHint: false });
    assert.deepEqual(find('email_documents').annotations, { destructiveHint: false });
    assert.deepEqual(find('share_links_create').annotations, { destructiveHint: false });
    assert.deepEqual(find('tags_partial_update').annotations, { idempotentHint: true, openWorldHint: false });
    assert.deepEqual(find('tags_create').annotations, { destructiveHint: false, openWorldHint: false });
  });

  it('MCP_ALLOW_DELETE=false takes deleting away from what does other things as well', () => {
    const textOf = (name: string) => JSON.stringify(find(name, false).inputSchema.properties);
    assert.doesNotMatch(textOf('trash_create'), /empty/);
    assert.doesNotMatch(textOf('run_task'), /empty_trash|bulk_delete/);
    assert.doesNotMatch(textOf('bulk_edit_objects'), /"delete"/);
    assert.doesNotMatch(textOf('bulk_edit'), /delete/);
    assert.match(
      textOf('bulk_edit'),
      /merge \{metadata_document_id\?,archive_fallback\?\}.*split \{pages:.*\}; reprocess \{\}/,
    );
    assert.doesNotMatch(textOf('documents_merge'), /delete_originals/);
    for (const name of ['workflow_actions_create', 'workflows_create', 'workflows_partial_update'])
      assert.doesNotMatch(textOf(name), /trash/, name);
    assert.doesNotMatch(textOf('mail_rules_create'), /1 Delete/);
  });
});
