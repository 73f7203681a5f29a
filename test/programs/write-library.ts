import { mkdir } from 'node:fs/promises';
import { writeFiles } from '../export/write-export.ts';

/** A document as it stands in a manifest; what isn't given is empty. */
export interface ManifestDocument {
  readonly id: number;
  readonly title?: string;
  readonly content?: string;
  readonly created?: string | null;
  readonly modified?: string;
  readonly tags?: readonly number[];
}

/** Writes an export folder with these documents and one tag, `no-ai` (1). */
export async function writeLibrary(folder: string, documents: readonly ManifestDocument[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = [
    { model: 'documents.tag', pk: 1, fields: { owner: null, name: 'no-ai' } },
    ...documents.map(toEntry),
  ];
  await writeFiles(folder, { 'manifest.json': manifest, 'metadata.json': { version: '3.0.5' } });
}

/** `count` documents of a few passages each. */
export function createDocuments(count: number): ManifestDocument[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: `Letter ${index + 1}`,
    content: `Paragraph of letter ${index + 1} about heating, water and rent.\n\n`.repeat(40),
    created: '2024-02-29',
    modified: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  }));
}

function toEntry({ id, title = '', content = '', created = null, modified, tags = [] }: ManifestDocument) {
  return {
    model: 'documents.document',
    pk: id,
    fields: {
      title,
      content,
      created,
      modified: modified ?? '2026-01-01T00:00:00.000Z',
      correspondent: null,
      document_type: null,
      storage_path: null,
      tags,
      archive_serial_number: null,
      owner: null,
      deleted_at: null,
      root_document: null,
      version_index: null,
    },
  };
}
