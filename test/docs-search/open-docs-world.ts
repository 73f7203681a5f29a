import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTools } from '../../src/docs-search/create-tools.ts';
import { createDocsService, type DocsServiceOptions } from '../../src/docs-search/docs-service.ts';
import { Library } from '../../src/docs-search/library.ts';
import { renderErrorAnswer } from '../../src/mcp/error-answer.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { connect } from '../mcp/connect.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

export const FILES: Readonly<Record<string, string>> = {
  'guides/setup.md': '# Setup\n\nInstall the package, then start the timer.\n',
  'guides/backup.md': '---\ntitle: "Backups at night"\n---\n# Backup\n\nThe cursor file is saved every night.\n',
  'notes.txt': 'Buy milk 🥛 and bread.\n',
};

/** A folder with a few documents, served, and a client. */
export async function openDocsWorld(
  context: TestContext,
  { files = FILES, ...options }: Partial<DocsServiceOptions> & { files?: Readonly<Record<string, string>> } = {},
) {
  const root = realpathSync(temporaryFolder(context));
  for (const [id, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, id)), { recursive: true });
    writeFileSync(join(root, id), content);
  }
  const stop = new AbortController();
  const { signal } = stop;
  const library = new Library({ root, maxPassageChars: 1000, signal, now: () => 0 });
  const service = createDocsService({ library, retryMs: 1, log: SILENT_LOG, signal, onRead() {}, ...options });
  // A test may be over before the folder is read.
  const running = service.run().catch((error: unknown) => assert.ok(signal.aborted, String(error)));
  const world = await connect(createTools(service), { renderError: renderErrorAnswer });
  context.after(async () => {
    stop.abort();
    await running;
    await world[Symbol.asyncDispose]();
  });
  return {
    root,
    ...world,
    /** Asks until the answer has this mode. */
    async searchIn(mode: 'lexical' | 'hybrid', query: string) {
      for (;;) {
        const { structured } = await world.call('search_documents', { query });
        assert.ok(structured);
        if (structured.mode === mode) return structured;
        await setImmediate();
      }
    },
  };
}
