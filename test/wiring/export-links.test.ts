import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createArchive } from '../../src/wiring/create-deps.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

const PAPERLESS_EXPORT_DIR = join(import.meta.dirname, '..', '..', 'examples', 'library');

describe('links of an export', () => {
  it('lead to the Paperless it was made by, where that is known', () => {
    const PAPERLESS_PUBLIC_URL = 'https://paperless.example.org';
    const archive = createArchive({ PAPERLESS_EXPORT_DIR, PAPERLESS_PUBLIC_URL }, SILENT_LOG);
    assert.equal(archive.link(7), 'https://paperless.example.org/documents/7/');
    assert.equal(createArchive({ PAPERLESS_EXPORT_DIR }, SILENT_LOG).link(7), undefined);
  });
});
