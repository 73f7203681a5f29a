import type { Waits } from '../../src/http/waits.ts';
import { PaperlessClient, type PaperlessClientOptions } from '../../src/paperless/client.ts';
import { PATIENT } from '../../src/paperless/retry.ts';
import type { FakePaperless } from '../fakes/paperless/fake-paperless.ts';

export const TOKEN = 'admin'.padStart(40, '0');

/** A client of the fake that never waits, and what it would have waited, and what it logged. */
export interface TestClient {
  readonly client: PaperlessClient;
  readonly sleeps: number[];
  readonly lines: { readonly level: 'debug' | 'warn'; readonly fields: object; readonly message: string }[];
}

export function createTestClient(
  { fetch }: Pick<FakePaperless, 'fetch'>,
  options: Partial<PaperlessClientOptions> = {},
): TestClient {
  const sleeps: number[] = [];
  const lines: TestClient['lines'] = [];
  const client = new PaperlessClient({
    apiUrl: 'http://paperless.example',
    token: TOKEN,
    retry: PATIENT,
    fetch,
    log: {
      debug: (fields, message) => lines.push({ level: 'debug', fields, message }),
      warn: (fields, message) => lines.push({ level: 'warn', fields, message }),
    },
    waits: createTestWaits(sleeps),
    ...options,
  });
  return { client, sleeps, lines };
}

/** Time that stands still, chance that is always one half, deadlines that never come. */
export function createTestWaits(sleeps: number[], changes: Partial<Waits> = {}): Waits {
  return {
    now: () => Date.parse('2026-12-01T08:00:00Z'),
    random: () => 0.5,
    sleep: async (ms, signal) => {
      sleeps.push(ms);
      signal?.throwIfAborted();
    },
    deadline: () => new AbortController().signal,
    ...changes,
  };
}
