import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { FakeLibrary } from '../fakes/paperless/library.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { runPaperlessIndex } from './run-paperless-index.ts';

/** A fake Paperless behind a real socket, and the programs' environment: address, and the token in a file. */
export async function serveLibrary(context: TestContext, library = createLetters()) {
  const paperless = createFakePaperless(library);
  const served = await serveFake(paperless);
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await served.close();
    isOpen = false;
  };
  context.after(stop);
  const folder = temporaryFolder(context);
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, `${TOKEN}\n`);
  const env: Readonly<Record<string, string>> = {
    STATE_DIR: join(folder, 'state'),
    PAPERLESS_API_URL: served.url,
    PAPERLESS_API_TOKEN_FILE: tokenFile,
  };
  const { STATE_DIR: stateDir = '' } = env;
  return {
    paperless,
    library,
    env,
    stateDir,
    /** Paperless goes away. */
    stop,
    run: (args: readonly string[], changes: Readonly<Record<string, string>> = {}) =>
      runPaperlessIndex(args, { stateDir, env: { ...env, ...changes } }),
  };
}

/** Four letters of two correspondents. */
export function createLetters(): FakeLibrary {
  const library = new FakeLibrary();
  library.addName('correspondents', { id: 1, name: 'Stadtwerke' });
  library.addName('correspondents', { id: 2, name: 'Hausverwaltung' });
  const topics = ['water bill', 'heating', 'lease', 'deposit'];
  for (const [index, topic] of topics.entries()) {
    library.add({
      title: `Letter about ${topic}`,
      content: `This letter is about the ${topic} of the flat, number ${index}.`,
      correspondent: 1 + (index % 2),
    });
  }
  return library;
}
