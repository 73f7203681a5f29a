import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isNeverExposed } from '../../docs/openapi/never-exposed.ts';
import { prepareDefinitions } from '../../docs/openapi/prepare-definitions.ts';
import { prepareOperations } from '../../docs/openapi/prepare-operations.ts';
import { renderPrepared } from '../../docs/openapi/render-prepared.ts';
import { shortenNames } from '../../docs/openapi/shorten-names.ts';
import { OVERLAYS } from '../../src/openapi/overlay.ts';
import { type DescribedOperation, readDescription } from './read-description.ts';

const description = readDescription();
const operations = prepareOperations(description);
const find = (id: string) => operations.find((operation) => operation.id === id)!;
const inputOf = (id: string, argument: string) => find(id).inputs.find((input) => input.argument === argument);

describe('the prepared operations', () => {
  it('are those of the bundled description (npm run openapi:update writes them)', () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, '../../src/openapi', name), 'utf8');
    assert.equal(read('operations.json'), renderPrepared(operations));
    assert.equal(read('definitions.json'), renderPrepared(prepareDefinitions(operations)));
  });

  it('whatever is said of an operation by hand is said of one that is there', () => {
    const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    for (const key of Object.keys(OVERLAYS)) assert.ok(known.has(key), key);
  });

  it('139 of 164: without 16 PUT beside a PATCH and 9 that are never exposed', () => {
    const all = Object.values(description.paths).flatMap((item) => Object.keys(item));
    assert.deepEqual([all.length, operations.length], [164, 139]);
    assert.ok(operations.every(({ method }) => method !== 'PUT'));
  });

  it('trap: the id of a note and that of its document have names of their own', () => {
    assert.deepEqual(
      find('documents_notes_destroy').inputs.map(({ argument, name, in: place }) => [argument, name, place]),
      [
        ['id', 'id', 'path'],
        ['note_id', 'id', 'query'],
      ],
    );
    assert.equal(inputOf('documents_notes_create', 'note_id'), undefined);
  });

  it('trap: the id in the body of a workflow action is not the one in its path', () => {
    for (const id of ['workflow_actions_partial_update', 'workflow_triggers_partial_update']) {
      assert.equal(inputOf(id, 'id')?.in, 'path');
      assert.deepEqual([inputOf(id, 'body_id')?.in, inputOf(id, 'body_id')?.name], ['body', 'id']);
    }
  });

  it('trap: tags__id__in and its like take lists, though they are described as one number', () => {
    for (const name of ['tags__id__in', 'tags__id__all', 'custom_fields__id__none', 'correspondent__id__none'])
      assert.deepEqual(inputOf('documents_list', name)?.schema, { type: 'array', items: { type: 'integer' } }, name);
  });

  it('trap: what is read-only is no input, what is write-only is one', () => {
    assert.equal(inputOf('tags_create', 'document_count'), undefined);
    assert.equal(inputOf('tags_create', 'id'), undefined);
    assert.ok(inputOf('tags_create', 'set_permissions'));
  });

  it('trap: wrapped enums are enums, and their numbers are explained', () => {
    const { enum: values, description: about } = inputOf('tags_create', 'matching_algorithm')!.schema;
    assert.deepEqual(values, [0, 1, 2, 3, 4, 5, 6]);
    assert.match(String(about), /^0 None, 1 Any word, .*6 Automatic$/);
  });

  it('trap: no default survives, so that a PATCH says only what was named', () => {
    assert.doesNotMatch(JSON.stringify(operations), /"default":/);
  });

  it('trap: JSON where it is taken, multipart only where nothing else is', () => {
    assert.equal(find('documents_selection_data_create').sends, 'json');
    assert.deepEqual(
      operations.filter(({ sends }) => sends === 'multipart').map(({ id }) => id),
      ['documents_post_document_create', 'documents_update_version'],
    );
  });

  it('trap: bytes that are declared as JSON are bytes', () => {
    assert.deepEqual(
      operations.filter(({ isFile }) => isFile).map(({ id }) => id),
      ['bulk_download', 'documents_download_retrieve', 'documents_preview_retrieve', 'documents_thumb_retrieve'],
    );
  });

  it('trap: the id of a document is a number also in its share links', () => {
    assert.equal(inputOf('document_share_links', 'id')?.schema.type, 'integer');
    assert.equal(inputOf('retrieve_log', 'id')?.schema.type, 'string');
  });

  it('trap: overlapping kinds of a custom field value become no kind', () => {
    const { items } = inputOf('documents_partial_update', 'custom_fields')!.schema as {
      items: { properties: { value: object } };
    };
    assert.deepEqual(items.properties.value, { nullable: true });
  });

  it('trap: docstrings of base classes are no descriptions', () => {
    for (const { about } of operations) assert.doesNotMatch(about, /Mixin|Guardian|serializer$/);
    assert.equal(find('tags_partial_update').about, 'Change a tag.');
    assert.equal(find('trash_list').about, 'List trash.');
  });

  it('trap: every path keeps its slash', () => assert.ok(operations.every(({ path }) => path.endsWith('/'))));

  it('trap: no two names are alike, none is longer than 40 characters', () => {
    const names = operations.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.every((name) => name.length <= 40));
    assert.equal(find('profile_social_account_providers_retrieve').name, 'profile_social_account_providers_get');
  });

  it('shortened names stay apart: the number comes after the cut', () => {
    const long = 'x'.repeat(45);
    const names = [...shortenNames([`${long}b`, `${long}a`, 'x'.repeat(40)]).values()];
    assert.deepEqual(new Set(names).size, 3);
    assert.ok(names.every((name) => name.length <= 40));
  });

  it('no password, no rights of administrators in the inputs of users', () => {
    for (const id of ['users_create', 'users_partial_update'])
      for (const name of ['password', 'is_superuser', 'is_staff']) assert.equal(inputOf(id, name), undefined);
  });
});

describe('what is never exposed', () => {
  it('stays closed in a hostile newer description, by path, method and pattern', () => {
    const hostile = readDescription();
    const operation = (operationId: string): DescribedOperation => ({ operationId, responses: { '200': {} } });
    hostile.paths['/api/profile/api_tokens/'] = { get: operation('list_keys'), post: operation('make_key') };
    hostile.paths['/api/users/{id}/auth_token/'] = { get: operation('users_secret') };
    hostile.paths['/api/documents/{id}/totp/'] = { get: operation('documents_extra') };
    hostile.paths['/api/oauth/start/'] = { get: operation('oauth_start') };
    hostile.paths['/api/tokens/'] = { get: operation('anything') };
    hostile.paths['/api/profile/password/'] = { put: operation('profile_password'), delete: operation('profile_gone') };
    hostile.paths['/api/profile/']!.put = operation('tags_list_2');
    hostile.paths['/api/token/']!.post!.operationId = 'tags_harmless';
    const known = new Set(operations.map(({ id }) => id));
    assert.deepEqual(
      prepareOperations(hostile).filter(({ id }) => !known.has(id)),
      [],
    );
  });

  it('whatever the case and the slash', () => {
    assert.ok(isNeverExposed('post', '/api/Token'));
    assert.ok(isNeverExposed('GET', '/api/profile/totp'));
    assert.ok(!isNeverExposed('GET', '/api/profile/'));
  });

  it('a description that is none is refused', () => {
    for (const wrong of [{}, [], { openapi: '2.0', paths: {} }, { openapi: '3.0.3', paths: { '/api/../x/': {} } }])
      assert.throws(() => prepareOperations(wrong));
  });
});
