import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder of its own for one test, gone afterwards. */
export function temporaryFolder(context: TestContext, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'paperless-rag-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
