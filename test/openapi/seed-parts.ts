import type { FakeLibrary } from '../fakes/paperless/library.ts';
import { createOwned } from '../fakes/paperless/objects.ts';
import { addTask } from '../fakes/paperless/tasks.ts';

/** One of everything that the recorded library has none of, so that there is something with the id 1 (a version: 46). */
export function seedParts(library: FakeLibrary): void {
  library.savedViews.set(1, {
    ...createOwned(),
    id: 1,
    name: 'Energy bills',
    sort_field: 'created',
    sort_reverse: true,
    filter_rules: [{ rule_type: 6, value: '1' }],
    page_size: null,
    display_mode: null,
    display_fields: null,
    owner: 2,
  });
  const link = { id: 1, expiration: null, slug: 'slug', document: 7, file_version: 'original', owner: 2 };
  library.shareLinks.set(1, { ...link, created: library.clock.now() });
  addTask(library, { owner: 2, source: 'api_upload', input: { filename: 'a.pdf' }, work: () => 7 });
}
