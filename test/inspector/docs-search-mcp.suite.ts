import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInspector } from '../contract/mcp-inspector.ts';

describeInspector('docs-search-mcp', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inspected-docs-'));
  mkdirSync(join(folder, 'Über uns'));
  writeFileSync(join(folder, 'backup.md'), '# Backups\n\nThe cursor is saved every night.\n');
  writeFileSync(join(folder, 'Über uns', '50% [v1].md'), '# Hallo\n\nGuten Tag.\n');
  return {
    args: [join(import.meta.dirname, '..', '..', 'dist', 'bin', 'docs-search-mcp.js'), folder, '--no-watch'],
    env: {},
    calls: {
      search_documents: { query: 'when is the cursor saved', limit: 3 },
      read_document: { id: 'Über uns/50% [v1].md', offset: 2, length: 5 },
      list_documents: { limit: 1 },
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
});
