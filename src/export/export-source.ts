import type { Document, Id } from '../model.ts';
import type { CallOptions, DocumentSource } from '../ports.ts';
import { openExportFolder } from './export-folder.ts';
import { toBusyError } from './folder-error.ts';
import type { ExportedDocument } from './library.ts';

/**
 * Documents from a folder that Paperless' `document_exporter` wrote, with any of its options but `--zip`.
 * The folder is looked at with each call, so a new export shows at once; nothing is read before the first call.
 */
export function createExportSource(folder: string): DocumentSource {
  const exported = openExportFolder(folder);

  return {
    async changedSince(since, options) {
      const { library } = await exported.load(options);
      return [...library.documents.values()]
        .filter(({ modified }) => since === undefined || modified >= since)
        .map(({ id, modified }) => ({ id, modified }))
        .sort((a, b) => (a.modified === b.modified ? a.id - b.id : a.modified < b.modified ? -1 : 1));
    },
    async count(options) {
      return (await exported.load(options)).library.documents.size;
    },
    async allIds(options) {
      return [...(await exported.load(options)).library.documents.keys()];
    },
    async read(ids, options) {
      // The folder may change between the look at it and the reading: then once more from the start.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const documents = await readDocuments(ids, options);
        if (documents !== undefined) return documents;
      }
      throw toBusyError(folder);
    },
    async names(options) {
      return (await exported.load(options)).library.names;
    },
  };

  async function readDocuments(
    ids: readonly Id[],
    options: CallOptions | undefined,
  ): Promise<readonly Document[] | undefined> {
    const snapshot = await exported.loadFor(ids, options);
    const found = [...new Set(ids)].flatMap((id) => snapshot.library.documents.get(id) ?? []);
    const texts = await exported.readTexts(
      snapshot,
      found.map(({ newest }) => newest),
      options,
    );
    return texts === undefined ? undefined : found.map((document, index) => toDocument(document, texts[index] ?? ''));
  }
}

function toDocument(exported: ExportedDocument, content: string): Document {
  const { root: _root, newest: _newest, thumbnails: _thumbnails, ...document } = exported;
  return { ...document, content };
}
