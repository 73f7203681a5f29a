import { extname } from 'node:path';
import { Hono } from 'hono';
import { hasRight, mayChange } from './access.ts';
import { type Env, type FakeContext, json, plain } from './answer.ts';
import type { FakeDocument } from './objects.ts';
import { readChanges } from './read-changes.ts';
import { addTask } from './tasks.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain',
  // Paperless looks at the bytes.
  '.md': 'text/plain',
  '.csv': 'text/csv',
};

/** New documents and new versions of the file: both answer with the id of a task, as a bare text. */
export function createUploads(): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/api/documents/post_document/', async (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, 'add_document')) return plain(context, 'Insufficient permissions', 403);
    const upload = await readUpload(context);
    if (upload instanceof Response) return upload;
    const { form, file, content, mime_type } = upload;
    const changes = readChanges(readFields(form), library.documents.values().next().value as FakeDocument, library);
    if ('problem' in changes) return json(context, changes.problem, 400);
    const title = String(form.get('title') ?? file.name.replace(/\.[^.]*$/, ''));
    const overrides = { filename: file.name, title, owner_id: user.id, skip_asn_if_exists: false };
    return toTask(context, file, {
      owner: user.id,
      source: 'api_upload',
      input: { filename: file.name, mime_type, overrides },
      work: () => {
        const given = { ...changes.value, title, content, mime_type, owner: user.id, original_file_name: file.name };
        return library.add(given).id;
      },
    });
  });

  app.post('/api/documents/:id/update_version/', async (context) => {
    const { library } = context.get('fake');
    const document = library.documents.get(Number(context.req.param('id')));
    if (document === undefined) return json(context, { detail: 'No Document matches the given query.' }, 404);
    if (!mayChange(context.get('user'), document)) return plain(context, 'Insufficient permissions', 403);
    const upload = await readUpload(context);
    if (upload instanceof Response) return upload;
    const { form, file, content, mime_type } = upload;
    const label = form.get('version_label');
    return toTask(context, file, {
      owner: null,
      source: 'web_ui',
      input: { filename: file.name, mime_type, overrides: { skip_asn_if_exists: false, version_label: label } },
      work: () => library.addVersion(document.id, content, label === null ? null : String(label)).id,
    });
  });

  return app;
}

async function readUpload(context: FakeContext) {
  const type = context.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data'))
    return json(context, { detail: `Unsupported media type "${type}" in request.` }, 415);
  const form = await context.req.raw.formData();
  const file = form.get('document');
  if (!(file instanceof File)) return json(context, { document: ['No file was submitted.'] }, 400);
  const mime_type = TYPES[extname(file.name).toLowerCase()];
  if (mime_type === undefined)
    return json(context, { document: ['File type application/octet-stream not supported'] }, 400);
  return { form, file, mime_type, content: await file.text() };
}

/** A duplicate is taken in like anything else; a broken PDF only fails later. */
function toTask(context: FakeContext, file: File, given: Parameters<typeof addTask>[1]): Response {
  const { library } = context.get('fake');
  const work = () => {
    if (extname(file.name) === '.pdf' && file.size < MIN_PDF_BYTES)
      throw new Error(`${file.name}: Error occurred while consuming document ${file.name}: InputFileError: `);
    return given.work();
  };
  return json(context, addTask(library, { ...given, work }).task_id);
}

const MIN_PDF_BYTES = 60;

/** Lists as often as they are named, custom fields as JSON by their ids. */
function readFields(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of ['created', 'correspondent', 'document_type', 'storage_path', 'archive_serial_number'])
    if (form.get(name) !== null) fields[name] = form.get(name);
  if (form.has('tags')) fields.tags = form.getAll('tags');
  const values: unknown = JSON.parse(String(form.get('custom_fields') ?? '{}'));
  fields.custom_fields = Object.entries(values as object).map(([field, value]) => ({ field: Number(field), value }));
  return fields;
}
