import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parseConfig } from '../../src/config/config.ts';
import type { Check } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import { runSync } from '../../src/sync/run-sync.ts';
import { createDoctorDeps } from '../../src/wiring/checks.ts';
import { createIndex, createSyncDeps } from '../../src/wiring/create-deps.ts';
import { MemoryIndex } from '../fakes/memory-index.ts';
import { createFakePaperless, type FakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { FakeLibrary } from '../fakes/paperless/library.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { fastTmpdir } from '../sync/fast-tmpdir.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export const GERMAN =
  'Sehr geehrte Frau Muster, wir haben Ihre Zahlung für den Monat März erhalten und bedanken uns. Der Betrag ist nicht mehr offen.';
export const ENGLISH =
  'Dear Ms Sample, we have received your payment for the month of March and thank you. There is nothing left to be paid by you.';

/** A fake Paperless with three letters in German and one in English behind a real socket, and the doctor in front of it. */
export interface DoctorWorld {
  readonly paperless: FakePaperless;
  readonly env: Readonly<Record<string, string>>;
  readonly stateDir: string;
  /** Everything the doctor says, with these variables changed. */
  examine(changes?: Variables): Promise<readonly Check[]>;
  index(changes?: Variables): Promise<void>;
}

export async function createDoctorWorld(context: TestContext): Promise<DoctorWorld> {
  const library = new FakeLibrary();
  for (const content of [GERMAN, GERMAN, GERMAN, ENGLISH]) library.add({ content });
  const paperless = createFakePaperless(library);
  const served = await serveFake(paperless);
  context.after(() => served.close());
  const stateDir = join(temporaryFolder(context, fastTmpdir()), 'state');
  const env = { STATE_DIR: stateDir, PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN: TOKEN };
  const parse = (changes: Variables = {}) => parseConfig('paperless-index', { ...env, ...changes }, String);
  return {
    paperless,
    env,
    stateDir,
    async examine(changes) {
      const config = parse(changes);
      // Before anything is indexed it is the same, and starts no thread.
      const isReal = config.QDRANT_URL !== undefined || existsSync(join(stateDir, 'index'));
      const index = isReal ? createIndex(config, SILENT_LOG) : new MemoryIndex();
      try {
        return await examine(createDoctorDeps(config, index, SILENT_LOG), {});
      } finally {
        await index.close();
      }
    },
    async index(changes) {
      const config = parse(changes);
      const index = createIndex(config, SILENT_LOG);
      await runSync(createSyncDeps(config, index, SILENT_LOG), { mode: 'tick', signal: new AbortController().signal });
      await index.close();
    },
  };
}

/** The check of this name; fails when there is none. */
export function find(checks: readonly Check[], name: string): Check {
  return checks.find((check) => check.name === name) ?? assert.fail(`no check ${name}: ${JSON.stringify(checks)}`);
}

export function namesOf(checks: readonly Check[], state: Check['state']): string[] {
  return checks.filter((check) => check.state === state).map(({ name }) => name);
}

/** Exactly this check has failed, in these words and with this advice. */
export function assertFailed(checks: readonly Check[], name: string, message: RegExp, fix: RegExp): void {
  assert.deepEqual(namesOf(checks, 'failed'), [name]);
  assert.match(find(checks, name).message, message);
  assert.match(find(checks, name).fix ?? '', fix);
}
