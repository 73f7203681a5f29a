import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import { createEntry, DENSE, LEXICAL, openReader, publishEntries, toUnit } from '../contract/passage-index-world.ts';
import type { PlannedAnswer } from '../fakes/qdrant/fake-qdrant.ts';
import { createQdrantWorld, type QdrantWorld } from './create-qdrant-world.ts';

const ALL = { scope: EVERYTHING };
const PAGE = { body: '<html>', headers: { 'content-type': 'text/html' } };
const refusal = (status: number, error: string): PlannedAnswer => ({ status, body: { status: { error }, time: 0 } });

describe('Qdrant in trouble', () => {
  let world: QdrantWorld;
  beforeEach(async () => {
    world = await createQdrantWorld();
  });
  afterEach(() => world.close());

  /** What `begin` throws when its first request after the version is answered so. */
  const beginWith = (...answers: readonly PlannedAnswer[]) => {
    world.fake.planned.push({ status: 200, body: { version: '1.18.3' } }, ...answers);
    return world.open().begin(LEXICAL);
  };

  const CASES: readonly (readonly [string, PlannedAnswer, { name: string; message: RegExp }])[] = [
    [
      'a key that may only read',
      refusal(403, 'Forbidden: Global manage access is required'),
      { name: 'ConfigError', message: /refuses the key \(Forbidden: Global manage.*QDRANT_API_KEY/ },
    ],
    [
      "a proxy's own password",
      { status: 401, ...PAGE },
      { name: 'ConfigError', message: /refuses the key\. Check QDRANT_API_KEY/ },
    ],
    [
      'a full disk',
      refusal(500, 'Service internal error: No space left on device'),
      { name: 'StorageError', message: /room/ },
    ],
    [
      'a limit of its own for requests',
      refusal(400, 'JSON payload (4194304 bytes) is larger than allowed (limit: 1048576 bytes).'),
      { name: 'ConfigError', message: /max_request_size_mb/ },
    ],
    [
      'a quota of its disk',
      refusal(507, 'Insufficient storage: 95% used. Help: Reduce usage'),
      { name: 'StorageError', message: /room/ },
    ],
    [
      'an answer it did not find in time',
      refusal(408, "Timeout: Operation 'Search' timed out after 60 seconds"),
      { name: 'UnavailableError', message: /timed out/ },
    ],
    [
      'an internal error',
      refusal(500, 'Service internal error: x'),
      { name: 'UnavailableError', message: /internal error: x/ },
    ],
    ['a proxy without Qdrant', { status: 502, ...PAGE }, { name: 'UnavailableError', message: /502/ }],
    ["a proxy's limit", { status: 413, ...PAGE }, { name: 'ConfigError', message: /proxy.*limit/ }],
    ['another program', { status: 404, ...PAGE }, { name: 'ConfigError', message: /not Qdrant/ }],
    ['a name that is taken', refusal(409, 'Wrong input: x'), { name: 'ConfigError', message: /QDRANT_COLLECTION/ }],
    [
      'a request it does not like',
      refusal(400, 'Wrong input: x'),
      { name: 'Error', message: /refused a request \(400\)/ },
    ],
  ];
  for (const [name, answer, expected] of CASES) {
    it(`tells ${name} apart`, async () => {
      await assert.rejects(beginWith(answer), expected);
    });
  }

  it('is not taken for another program when it refuses the key, which it does in plain text', async () => {
    world.fake.apiKey = 'k3y';
    const message = /refuses the key \(Invalid API key or JWT\).*QDRANT_API_KEY/;
    await assert.rejects(world.open({ apiKey: 'wr0ng' }).generations(), { name: 'ConfigError', message });
    await assert.rejects(world.open().reader(), { name: 'ConfigError', message: /\(Must provide an API key.*\)/ });
    assert.deepEqual(await world.open({ apiKey: 'k3y' }).generations(), []);
  });

  it('is a wrong address when a login page answers with status 200', async () => {
    world.fake.planned.push({ status: 200, ...PAGE });
    await assert.rejects(world.open().reader(), { name: 'ConfigError', message: /not Qdrant/ });
  });

  it('is unavailable when its answer is cut', async () => {
    await assert.rejects(beginWith({ status: 200 }), { name: 'UnavailableError', message: /can not be read/ });
  });

  it('passes on when to come back', async () => {
    const busy = { status: 429, body: {}, headers: { 'retry-after': '7' } };
    await assert.rejects(beginWith(busy), { name: 'UnavailableError', service: 'qdrant', retryAfterS: 7 });
  });

  it('is asked once more after a broken connection, and not a third time', async () => {
    await beginWith('break');
    await assert.rejects(beginWith('break', 'break'), { name: 'UnavailableError', message: /broke the connection/ });
  });

  it('is unavailable when nothing listens there', async () => {
    const index = world.open();
    await world.fake.close();
    await assert.rejects(index.reader(), { name: 'UnavailableError', service: 'qdrant' });
  });

  it('is unavailable when it does not answer in time', async () => {
    world.fake.planned.push('hang');
    const message = /did not answer in time/;
    await assert.rejects(world.open({ timeoutMs: 50 }).reader(), { name: 'UnavailableError', message });
  });

  it('is left at once when the signal aborts, though its client can not be aborted', async () => {
    const controller = new AbortController();
    world.fake.planned.push('hang');
    const reading = world.open().reader({ signal: controller.signal });
    while (world.fake.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('is refused when it is older than collections with metadata', async () => {
    world.fake.version = '1.15.5';
    await assert.rejects(world.open().generations(), { name: 'ConfigError', message: /1\.15\.5.*1\.16/ });
  });

  it('says so when the stored points are not ours, instead of finding nothing', async () => {
    const { generation } = await publishEntries(world.open(), LEXICAL, [createEntry(1, { texts: ['lemon'] })]);
    const points = world.fake.collections.get(`paperless-${generation.id}`)?.points ?? new Map();
    for (const { payload } of points.values()) delete payload.sequence;
    const reader = await openReader(world.open());
    await assert.rejects(reader.stemsTop(['lemon'], 5, ALL), { name: 'StorageError', message: /--full/ });
  });

  it('does not answer a question of other dimensions', async () => {
    await publishEntries(world.open(), DENSE, [createEntry(1, { embeddings: [[1, 0, 0, 0]] })]);
    const reader = await openReader(world.open());
    await assert.rejects(reader.denseTop(toUnit([1, 0]), 5, ALL), { name: 'IndexMismatchError' });
  });

  it('gets the key as a header, and nothing is printed about it', async (t) => {
    const printed = (['log', 'warn', 'error'] as const).map((name) => t.mock.method(console, name, () => undefined));
    await world.open({ apiKey: 'k3y' }).generations();
    assert.ok(world.fake.requests.every(({ headers }) => headers['api-key'] === 'k3y'));
    assert.deepEqual(
      printed.map(({ mock }) => mock.callCount()),
      [0, 0, 0],
    );
  });
});
