import { FakeLibrary } from '../test/fakes/paperless/library.ts';
import { createSyntheticLibrary } from './synthetic.ts';

/** A fake Paperless' library of so many synthetic documents, changed a minute apart as in a grown archive. */
export function createFakeLibrary(documents: number): FakeLibrary {
  const library = new FakeLibrary();
  const { names, document } = createSyntheticLibrary();
  for (const [id, name] of names.correspondent) library.addName('correspondents', { id, name });
  for (const [id, name] of names.tag) library.addName('tags', { id, name });
  for (let id = 1; id <= 10; id += 1) library.addName('document_types', { id, name: `Type ${id}` });
  for (let id = 1; id <= documents; id += 1) {
    const { title, content, created, correspondent, documentType, tags, archiveSerialNumber } = document(id);
    const at = `${new Date(Date.UTC(2016, 0, 1) + id * 60_000).toISOString().slice(0, 19)}.000871Z`;
    library.add({
      id,
      title,
      content,
      created: created ?? null,
      added: at,
      modified: at,
      correspondent: correspondent ?? null,
      document_type: documentType ?? null,
      tags: [...tags],
      archive_serial_number: archiveSerialNumber ?? null,
    });
  }
  return library;
}
