import { ConfigError } from '../errors.ts';
import { EVERYTHING } from '../model.ts';
import type { Archive, Asker } from '../ports.ts';
import { sumByName } from '../text/sum-by-name.ts';
import { openExportFolder } from './export-folder.ts';
import type { ExportedDocument } from './library.ts';
import { readThumbnail } from './thumbnail.ts';

const BEARERS = {
  correspondent: ({ correspondent }: ExportedDocument) => [correspondent],
  document_type: ({ documentType }: ExportedDocument) => [documentType],
  tag: ({ tags }: ExportedDocument) => tags,
};

/**
 * The same folder for answering. It knows who may view a document, but not who is a superuser or active today, so it
 * answers for everyone only: for a user, `access` and `visible` throw a `ConfigError`.
 */
export function createExportArchive(folder: string): Archive {
  const exported = openExportFolder(folder);

  return {
    async access(asker, options) {
      options?.signal?.throwIfAborted();
      checkAsker(asker);
      return { scope: EVERYTHING, maySeeName: () => true };
    },
    async visible(ids, asker, options) {
      checkAsker(asker);
      const { library } = await exported.loadFor(ids, options);
      return new Set(ids.filter((id) => library.documents.has(id)));
    },
    async counts(kind, options) {
      const { library } = await exported.load(options);
      const ids = library.documents.values().flatMap(BEARERS[kind]);
      return sumByName(
        ids.flatMap((id): [string, number][] => {
          const name = id === undefined ? undefined : library.names[kind].get(id);
          return name === undefined ? [] : [[name, 1]];
        }),
      );
    },
    async thumbnail(id, options) {
      const { library } = await exported.loadFor([id], options);
      for (const name of library.documents.get(id)?.thumbnails ?? []) {
        const picture = await readThumbnail(folder, name);
        if (picture !== undefined) return picture;
      }
      return undefined;
    },
    link: () => undefined,
  };
}

function checkAsker(asker: Asker): void {
  if (asker.kind === 'user')
    throw new ConfigError(
      "An export folder can't say what a user may see now. Set ASK_ACCESS=everyone, or connect to Paperless with PAPERLESS_API_URL instead of PAPERLESS_EXPORT_DIR.",
    );
}
