import { Hono } from 'hono';
import { hasRight, mayView } from './access.ts';
import { bytes, type Env, empty, type FakeContext, FORBIDDEN, json, plain } from './answer.ts';
import { toNoteAnswer } from './document-answer.ts';
import type { FakeDocument } from './objects.ts';
import { readJsonBody } from './read-json-body.ts';
import { toShareLinkAnswer } from './share-links.ts';
import { toUtcTime } from './time.ts';

/** What hangs on a document: notes, metadata, files, history … Hidden documents are 403 in plain text here. */
export function createDocumentParts(): Hono<Env> {
  const app = new Hono<Env>();

  app.on(['GET', 'POST', 'DELETE'], '/api/documents/:id/notes/', async (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    const verb = { GET: 'view', POST: 'add', DELETE: 'delete' }[context.req.method] ?? 'view';
    if (!hasRight(library, user, `${verb}_note`)) return json(context, FORBIDDEN, 403);
    const document = findVisible(context, 'Insufficient permissions to view notes');
    if (document instanceof Response) return document;
    if (context.req.method === 'POST') {
      const body = await readJsonBody(context);
      if (body instanceof Response) return body;
      const notes = library.list().flatMap((other) => other.notes);
      const id = Math.max(0, ...notes.map((note) => note.id)) + 1;
      const note = { id, note: String(body.note ?? ''), created: library.clock.now(), user: user.id };
      library.edit(document.id, { notes: [...document.notes, note] });
    }
    if (context.req.method === 'DELETE') {
      const id = Number(context.req.query('id'));
      library.edit(document.id, { notes: document.notes.filter((note) => note.id !== id) });
    }
    return json(
      context,
      document.notes.map((note) => toNoteAnswer(note, library)),
    );
  });

  app.get('/api/documents/:id/metadata/', (context) => {
    const document = findVisible(context);
    return document instanceof Response ? document : json(context, toMetadata(document));
  });

  app.get('/api/documents/:id/suggestions/', (context) => {
    const document = findVisible(context, undefined, 'No Document matches the given query.');
    if (document instanceof Response) return document;
    return json(context, { correspondents: [], tags: [], document_types: [], storage_paths: [], dates: [] });
  });

  app.get('/api/documents/:id/share_links/', (context) => {
    const document = findVisible(context, 'Insufficient permissions to add share link');
    if (document instanceof Response) return document;
    const links = [...context.get('fake').library.shareLinks.values()].filter((link) => link.document === document.id);
    return json(context, links.map(toShareLinkAnswer));
  });

  app.get('/api/documents/:id/history/', (context) => {
    const document = findVisible(context);
    if (document instanceof Response) return document;
    if (!hasRight(context.get('fake').library, context.get('user'), 'view_logentry'))
      return plain(context, 'Insufficient permissions', 403);
    const created = { id: 1, timestamp: toUtcTime(document.added), action: 'create', changes: {}, actor: null };
    return json(context, [created]);
  });

  // The one path that also knows versions by their own id.
  app.get('/api/documents/:id/root/', (context) => {
    const id = Number(context.req.param('id'));
    const root = context
      .get('fake')
      .library.list()
      .find(({ versions }) => versions.some((version) => version.id === id));
    const document = root ?? findVisible(context);
    return document instanceof Response ? document : json(context, { root_id: document.id });
  });

  app.get('/api/documents/:id/thumb/', (context) => {
    const document = findVisible(context);
    if (document instanceof Response) return document;
    if (document.thumbnail === undefined) return json(context, { detail: 'Not found.' }, 404);
    const etag = `W/"${document.checksum}"`;
    if (context.req.header('if-none-match')?.includes(document.checksum)) return empty(context, 304, { etag });
    return bytes(context, document.thumbnail, 'image/webp', { etag, 'cache-control': 'no-cache' });
  });

  for (const path of ['download', 'preview'])
    app.get(`/api/documents/:id/${path}/`, (context) => {
      const document = findVisible(context, undefined, undefined, path === 'download');
      if (document instanceof Response) return document;
      const name = `${document.created} ${document.title}`;
      const ascii = name.replace(/[^\x20-\x7e]/g, '').replaceAll('"', '');
      const kind = path === 'download' ? 'attachment' : 'inline';
      const disposition = `${kind}; filename="${ascii}"; filename*=utf-8''${encodeURIComponent(name)}`;
      return bytes(context, Buffer.from(`%PDF-1.3 document ${document.id}`), document.mime_type, {
        'content-disposition': disposition,
      });
    });

  return app;
}

function findVisible(
  context: FakeContext,
  forbidden = 'Insufficient permissions',
  missing = 'Not found.',
  evenInTrash = false,
): FakeDocument | Response {
  const document = context.get('fake').library.documents.get(Number(context.req.param('id')));
  if (document === undefined || (document.deleted_at !== null && !evenInTrash))
    return json(context, { detail: missing }, 404);
  return mayView(context.get('user'), document) ? document : plain(context, forbidden, 403);
}

function toMetadata(document: FakeDocument): object {
  const newest = document.versions.at(-1) ?? document;
  const hasArchive = document.archived_file_name !== null;
  return {
    original_checksum: newest.checksum,
    original_size: newest.content.length,
    original_mime_type: document.mime_type,
    media_filename: document.original_file_name,
    has_archive_version: hasArchive,
    original_metadata: [],
    archive_checksum: hasArchive ? newest.checksum : null,
    archive_media_filename: document.archived_file_name,
    original_filename: document.original_file_name,
    archive_size: hasArchive ? newest.content.length : null,
    archive_metadata: hasArchive ? [] : null,
    lang: 'de',
  };
}
