const MODELS: Readonly<Record<string, string>> = {
  correspondents: 'correspondent',
  custom_fields: 'customfield',
  document_types: 'documenttype',
  documents: 'document',
  groups: 'group',
  saved_views: 'savedview',
  share_links: 'sharelink',
  storage_paths: 'storagepath',
  tags: 'tag',
  tasks: 'paperlesstask',
  ui_settings: 'uisettings',
  users: 'user',
  workflows: 'workflow',
};

const VERBS: Readonly<Record<string, string>> = {
  GET: 'view',
  HEAD: 'view',
  POST: 'add',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
};

/** The Paperless permission a 403 most likely misses (`view_tag`); undefined where it does not follow from the path. */
export function findMissingRight(method: string, path: string): string | undefined {
  const [, resource = '', rest = ''] = /^\/api\/([a-z_]+)\/(?:\d+\/)?(.*)$/.exec(path) ?? [];
  const model = MODELS[resource];
  const verb = VERBS[method];
  return model === undefined || verb === undefined || rest !== '' ? undefined : `${verb}_${model}`;
}
