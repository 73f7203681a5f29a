import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExportArchive } from '../../src/export/export-archive.ts';
import { createExportSource } from '../../src/export/export-source.ts';
import { describeArchive } from '../contract/archive.ts';
import { describeDocumentSource } from '../contract/document-source.ts';
import type { SampleLibrary } from '../contract/sample-library.ts';
import { type ExportOptions, writeExport } from './write-export.ts';

const setup = (options: ExportOptions) => async (library: SampleLibrary) => {
  const parent = await mkdtemp(join(tmpdir(), 'export-test-'));
  const folder = join(parent, 'export');
  await writeExport(folder, library, options);
  return {
    source: createExportSource(folder),
    archive: createExportArchive(folder),
    replace: (next: SampleLibrary) => writeExport(folder, next, options),
    close: () => rm(parent, { recursive: true, force: true }),
  };
};

describeDocumentSource('an export', setup({}));
describeDocumentSource('an export with --split-manifest', setup({ split: true }));
describeDocumentSource('an export with --split-manifest --use-folder-prefix', setup({ split: true, prefix: true }));
describeArchive('an export', { users: false, links: false }, setup({}));
describeArchive(
  'an export with --split-manifest',
  { users: false, links: false },
  setup({ split: true, prefix: true }),
);
