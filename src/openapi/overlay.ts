import type { JsonObject } from '../mcp/tool.ts';

/** What the description of one operation does not say, or says so that nobody understands. */
export interface Overlay {
  readonly about?: string;
  /** By argument: what is published in place of its schema. Checked against the description all the same. */
  readonly published?: Readonly<Record<string, JsonObject>>;
  /** What is said of `filters` in place of their names. */
  readonly filters?: string;
  /** By argument: what it is checked against in place of its schema. */
  readonly checked?: Readonly<Record<string, JsonObject>>;
}

const object = (description: string): JsonObject => ({ type: 'object', description });
const list = (description: string, type = 'object'): JsonObject => ({ type: 'array', items: { type }, description });

const IDS = { type: 'array', items: { type: 'integer' } };
const SHARE = {
  type: 'object',
  properties: { users: IDS, groups: IDS },
  required: ['users', 'groups'],
  additionalProperties: false,
};

/** Half of it is an error of Paperless, and an empty list takes the right from everybody. */
export const PERMISSIONS: JsonObject = {
  type: 'object',
  properties: { view: SHARE, change: SHARE },
  additionalProperties: false,
};

const PERMISSIONS_EXAMPLE = '{view:{users,groups},change:{…}}';

export const PDF_OPERATIONS: JsonObject = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1 },
      rotate: { type: 'integer' },
      doc: { type: 'integer', minimum: 0 },
    },
    required: ['page'],
    additionalProperties: false,
  },
};

const OPERATIONS_EXAMPLE = 'Pages kept: [{"page":1,"rotate":90,"doc":0}], doc = number of the new document';

const RULES_EXAMPLE =
  '[{"rule_type":6,"value":"3"}]. 0 title contains, 1 content contains, 2 ASN, 3 correspondent, 4 type, 5 in inbox, 6 has tag, 7 any tag, 8 created before, 9 after, 17 not tag, 20 fulltext, 22 tag in, 25 storage path, 42 custom fields query … 49 as in Paperless';

/** By method and path: a newer description may call an operation something else. */
export const OVERLAYS: Readonly<Record<string, Overlay>> = {
  'POST /api/documents/bulk_edit/': {
    about: 'Change many documents. Either `documents`, or `all` with `filters`.',
    published: {
      parameters: object(
        'By method: set_correspondent {correspondent}, set_document_type {document_type}, set_storage_path {storage_path} (id or null); add_tag, remove_tag {tag}; modify_tags {add_tags:[],remove_tags:[]}; modify_custom_fields {add_custom_fields:{"field id":value},remove_custom_fields:[]}; set_permissions {set_permissions,owner,merge?} (owner null = seen by all); rotate {degrees}; merge {metadata_document_id?,delete_originals?,archive_fallback?}; edit_pdf {operations,delete_original?,update_document?,include_metadata?}; remove_password {password,update_document?,delete_original?,include_metadata?}; split {pages:"1-2,3",delete_originals?}; delete_pages {pages:[1]}; delete, reprocess {}',
      ),
    },
  },
  'POST /api/bulk_edit_objects/': {
    about: 'Set permissions of, or delete, many tags, correspondents …',
    published: { permissions: object(PERMISSIONS_EXAMPLE) },
    checked: { permissions: PERMISSIONS },
  },
  'GET /api/documents/': { about: 'List and search documents. query: advanced syntax, text: plain words.' },
  // Paperless lets nobody change it later.
  'PATCH /api/custom_fields/{id}/': {
    published: {
      data_type: { type: 'string' },
      extra_data: object('{select_options:[{id,label}]}: options left out are deleted'),
    },
  },
  'PATCH /api/documents/{id}/': {
    published: {
      tags: list('Replaces all; one more: bulk_edit', 'integer'),
      custom_fields: list('[{"field":3,"value":"…"}], a select by its label; others stay'),
      content: { type: 'string' },
      archive_serial_number: { type: 'integer' },
    },
  },
  'POST /api/documents/post_document/': {
    about: 'Upload a file and wait until it is a document.',
    published: { custom_fields: object('{"field id":value}') },
    checked: { custom_fields: { type: 'object' }, created: { type: 'string', format: 'date' } },
  },
  'POST /api/documents/{id}/update_version/': { about: 'Upload a new version of the document.' },
  'PATCH /api/documents/{id}/versions/{version_id}/': { about: 'Change the label of a version.' },
  'DELETE /api/documents/{id}/versions/{version_id}/': { about: 'Delete one version of the document.' },
  'GET /api/documents/{id}/ai_suggestions/': { about: "A language model's suggestions." },
  'GET /api/documents/{id}/history/': { about: 'Who changed what.' },
  'GET /api/documents/{id}/metadata/': { about: 'Files, checksums, metadata.' },
  'GET /api/documents/{id}/preview/': { about: 'The file as shown in a browser.' },
  'GET /api/documents/{id}/share_links/': { about: 'Share links of the document.' },
  'GET /api/documents/{id}/suggestions/': { about: 'Suggested names and dates.' },
  'POST /api/documents/selection_data/': { about: 'How many of these documents have which tag, correspondent …' },
  'POST /api/documents/rotate/': { about: 'Rotate documents.' },
  'POST /api/documents/reprocess/': { about: 'Read documents anew (OCR).' },
  'POST /api/documents/delete/': { about: 'Move documents to the trash.' },
  'GET /api/documents/{id}/': { about: 'One document. Its text whole with fields:["content"].' },
  'POST /api/documents/bulk_download/': { about: 'Documents as one ZIP.' },
  'POST /api/storage_paths/test/': { about: 'Try a template with a document.' },
  'GET /api/statistics/': { about: 'Numbers of documents, tags …' },
  'GET /api/tasks/status_counts/': { about: 'Numbers of tasks per state.' },
  'GET /api/documents/{id}/root/': { about: 'The document that this version belongs to.' },
  'POST /api/documents/chat/': { about: "Ask Paperless' own language model about the documents." },
  'GET /api/documents/{id}/notes/': { about: 'List the notes of the document.' },
  'POST /api/documents/{id}/notes/': { about: 'Add a note to the document.' },
  'DELETE /api/documents/{id}/notes/': { about: 'Delete a note of the document.' },
  'POST /api/documents/edit_pdf/': {
    published: { operations: list(OPERATIONS_EXAMPLE), source_mode: { type: 'string' } },
    checked: { operations: PDF_OPERATIONS },
  },
  'GET /api/documents/{id}/download/': { about: 'Download the document: as a file in MCP_DOWNLOAD_DIR, if set.' },
  'GET /api/documents/{id}/thumb/': { about: 'The thumbnail, as an image.' },
  'POST /api/documents/email/': { about: 'Send documents by e-mail.' },
  'POST /api/documents/merge/': { about: 'Merge documents into a new one.' },
  'GET /api/documents/next_asn/': { about: 'The next free archive serial number.' },
  'POST /api/documents/remove_password/': { about: 'Remove the password of PDFs.' },
  'GET /api/tasks/summary/': { about: 'Numbers of tasks per type.', filters: 'As in tasks_list' },
  'GET /api/tasks/active/': { about: 'Pending and running tasks, at most 50.', filters: 'As in tasks_list' },
  'POST /api/tasks/acknowledge/': { about: 'Acknowledge tasks.' },
  'DELETE /api/documents/{id}/': { about: 'Move the document to the trash.' },
  'GET /api/search/': { about: 'Search documents, tags, correspondents … at once.' },
  'GET /api/search/autocomplete/': { about: 'Words of the index that begin with `term`.' },
  'GET /api/tags/': { about: 'List tags.' },
  'DELETE /api/storage_paths/{id}/': { about: 'Delete a storage path; its files move.' },
  'POST /api/saved_views/': {
    published: { filter_rules: list(RULES_EXAMPLE), display_fields: list('["title","created"]', 'string') },
    checked: { display_fields: { type: 'array', items: { type: 'string' } } },
  },
  'PATCH /api/saved_views/{id}/': {
    published: {
      filter_rules: list('As in saved_views_create', 'object'),
      display_fields: list('["title"]', 'string'),
    },
    checked: { display_fields: { type: 'array', items: { type: 'string' } } },
  },
  'POST /api/tasks/run/': { about: 'Start a task. Superuser only.' },
  'POST /api/trash/': { about: 'Restore documents, or delete them for ever (empty).' },
};

/** By argument, in every operation. */
export const SHARED_PUBLISHED: Readonly<Record<string, JsonObject>> = {
  set_permissions: object(PERMISSIONS_EXAMPLE),
  matching_algorithm: {
    type: 'integer',
    description: '0 none,1 any,2 all,3 exact,4 regex,5 fuzzy,6 auto',
  },
  is_inbox_tag: { type: 'boolean' },
  use_archive_version: { type: 'boolean' },
  query: { type: 'string' },
  text: { type: 'string' },
  title_search: { type: 'string' },
  term: { type: 'string' },
  limit: { type: 'integer' },
  task_id: { type: 'string' },
  db_only: { type: 'boolean' },
  follow_formatting: { type: 'boolean' },
  days: { type: 'integer' },
  extra_data: object('{select_options:[{label}],default_currency}'),
};
export const SHARED_CHECKED: Readonly<Record<string, JsonObject>> = {
  set_permissions: PERMISSIONS,
  operations: PDF_OPERATIONS,
};
