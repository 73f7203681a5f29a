// A Paperless on port 8000 that holds the sample library; DOCUMENTS adds that many letters, LATENCY_MS slows every answer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { seedFromExport } from '../fakes/paperless/seed-export.ts';

const { DOCUMENTS = '0', LATENCY_MS = '0' } = process.env;
const library = seedFromExport(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../examples/library/manifest.json'), 'utf8')),
);
for (let n = 0; n < Number(DOCUMENTS); n += 1)
  library.add({ title: `Letter ${n}`, content: `Letter number ${n} is about parcel ${n * 7919}.` });
const paperless = createFakePaperless(library);
serve({
  hostname: '127.0.0.1',
  port: 8000,
  fetch: async (request) => {
    await delay(Number(LATENCY_MS));
    return paperless.fetch(request);
  },
});
