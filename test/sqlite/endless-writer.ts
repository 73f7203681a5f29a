// A program for kill.test.ts: writes to a generation until it is killed, and says on stdout how far it has come.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { createDocument, createEntry } from '../contract/passage-index-world.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

const [folder = '', generation = '', first = '0'] = process.argv.slice(2);
// Its successors start three times faster; being killed, it would not write the cache at its end.
flushCompileCache();
const writer = await new SqlitePassageIndex({ folder, log: SILENT_LOG, now: Date.now }).writer(generation);

for (let n = Number(first); ; n += 1) {
  writeSync(1, `start ${n}\n`);
  const ids = [0, 5, 11].map((step) => 1 + ((n + step) % 30));
  if (n % 4 === 3) await writer.remove(ids);
  else if (n % 4 === 2) await writer.updateMetadata(ids.map((id) => createDocument(id, { metadata: `changed${n}` })));
  else await writer.replace(ids.map((id) => createVersion(id, n)));
  if (n % 10 === 9) await writer.finish();
  writeSync(1, `done ${n}\n`);
}

/** One to five passages that say so, long enough to be interrupted. */
function createVersion(id: number, version: number) {
  const count = 1 + ((id + version) % 5);
  const texts = Array.from({ length: count }, (_, position) => {
    const words = Array.from({ length: 150 }, (__, word) => `word${id * version + position + word}`);
    return `version ${version} passage ${position + 1} of ${count} ${words.join(' ')}`;
  });
  return createEntry(id, { texts, embeddings: texts.map((_, position) => [1, position, 0, 0]) });
}
