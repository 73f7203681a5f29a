// The thread of ReaderThread: scans take up to 0.2 s and are synchronous, so they run beside the server's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { LiveQueries } from './live-queries.ts';
import {
  type ReaderAnswer,
  type ReaderMessage,
  type ReaderRequest,
  type ReaderSettings,
  toErrorMessage,
} from './reader-messages.ts';

// Safe: ReaderThread, the only one to start this file, passes ReaderSettings.
const settings = workerData as ReaderSettings;
const live = new LiveQueries({ ...settings, onScript: () => post({ kind: 'script-distance' }) });

parentPort?.on('message', (requests: readonly ReaderRequest[]) => {
  // Once for all of them: it takes longer than a short query.
  const following = attempt(() => live.follow());
  const answers = following.kind === 'error' ? requests.map(() => following) : requests.map(run);
  post({ kind: 'answers', answers, generation: live.generation });
});

function run({ name, args }: ReaderRequest): ReaderAnswer {
  return attempt(() => {
    if (name === 'follow') return live.generation;
    // Safe: QueryReader types name and arguments together; here they only pass through.
    const query = live.queries[name] as (...values: readonly unknown[]) => unknown;
    return query(...args);
  });
}

function attempt(work: () => unknown): ReaderAnswer {
  try {
    return { kind: 'result', value: work() };
  } catch (error) {
    return { kind: 'error', error: toErrorMessage(error) };
  }
}

function post(message: ReaderMessage): void {
  parentPort?.postMessage(message);
}
