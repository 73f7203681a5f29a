import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import type { PaperlessClient } from '../../src/paperless/client.ts';
import { PATIENT, PROMPT } from '../../src/paperless/retry.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { cutAfter, type Fault, type FaultOptions, failWith, throttle } from '../fakes/paperless/faults.ts';
import { createTestClient, createTestWaits } from './test-client.ts';

const List = z.object({ count: z.number() });
const list = (client: PaperlessClient, signal?: AbortSignal) =>
  client.json({ path: '/api/documents/' }, List, signal === undefined ? {} : { signal });

function setUp(fault: Fault, options?: FaultOptions) {
  const fake = createFakePaperless();
  fake.faults.add(fault, options);
  return { fake, ...createTestClient(fake) };
}

/** A connection that fails as Node's fetch does. */
const refuseConnection = (code: string) => async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code} 127.0.0.1:8000`), { code }) });
};

async function assertUnavailable(run: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(run, (error: unknown) => {
    assert.ok(error instanceof UnavailableError && error.service === 'paperless', String(error));
    assert.match(error.message, message);
    return true;
  });
}

describe('PaperlessClient, trying again', () => {
  it('waits as long as a 429 says, then goes on', async () => {
    const { client, sleeps } = setUp(throttle(50), { times: 2 });
    assert.equal((await list(client)).count, 0);
    assert.deepEqual(sleeps, [50_000, 50_000]);
  });

  it('gives up on an endless 429, and says when to come back', async () => {
    const { fake, client } = setUp(throttle(3_600));
    await assert.rejects(
      list(client),
      (error: unknown) => error instanceof UnavailableError && error.retryAfterS === 3_600,
    );
    assert.equal(fake.requests.length, PATIENT.throttledTries);
  });

  it('does not keep somebody waiting who asked for a prompt answer', async () => {
    const fake = createFakePaperless();
    fake.faults.add(throttle(50));
    const { client, sleeps } = createTestClient(fake, { retry: PROMPT });
    await assertUnavailable(list(client), /throttling/);
    assert.ok(sleeps.reduce((sum, ms) => sum + ms, 0) <= 2_000);
  });

  for (const status of [500, 502, 503, 504])
    it(`gets over a ${status} that passes`, async () => {
      const { client, sleeps, lines } = setUp(failWith(status), { times: 2 });
      assert.equal((await list(client)).count, 0);
      assert.equal(sleeps.length, 2);
      assert.deepEqual(
        lines.map(({ level }) => level),
        ['debug', 'debug'],
      );
    });

  it('gives up on a lasting 500 after the tries of its policy', async () => {
    const { fake, client } = setUp(failWith(500));
    await assertUnavailable(list(client), /status 500/);
    assert.equal(fake.requests.length, PATIENT.tries);
  });

  it('gets over an answer that broke off in the middle', async () => {
    const { client } = setUp(cutAfter(20), { times: 1 });
    assert.equal((await list(client)).count, 0);
  });

  it('gives up on answers that always break off: never a part of the truth', async () => {
    await assertUnavailable(list(setUp(cutAfter(20)).client), /connection/);
  });

  it('takes half a JSON text with a clean end for what it is', async () => {
    const half = () => new Response('{"count": 3, "resul', { headers: { 'content-type': 'application/json' } });
    await assertUnavailable(list(setUp({ instead: half }).client), /broke off/);
  });

  it('takes an empty answer for a broken one, not for an empty library', async () => {
    const nothing = () => new Response('', { headers: { 'content-type': 'application/json' } });
    await assertUnavailable(list(setUp({ instead: nothing }).client), /broke off/);
  });

  for (const [code, words] of [
    ['ECONNREFUSED', /nothing listens/],
    ['ENOTFOUND', /host name is not known/],
    ['ECONNRESET', /connection was cut/],
    ['UND_ERR_CONNECT_TIMEOUT', /in time/],
    ['ESOMETHING', /ESOMETHING/],
  ] as const)
    it(`says what ${code} means`, async () => {
      const { client, sleeps } = createTestClient({ fetch: refuseConnection(code) });
      await assertUnavailable(list(client), words);
      assert.equal(sleeps.length, PATIENT.tries - 1);
    });

  for (const code of [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])
    it(`points ${code} to NODE_EXTRA_CA_CERTS, and does not try again`, async () => {
      const { client, sleeps } = createTestClient({ fetch: refuseConnection(code) });
      await assert.rejects(list(client), (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, new RegExp(`${code}.*NODE_EXTRA_CA_CERTS`));
        return true;
      });
      assert.equal(sleeps.length, 0);
    });

  it('gives up on a Paperless that never answers', async () => {
    const fake = createFakePaperless();
    let late = new AbortController();
    const deadline = () => {
      late = new AbortController();
      return late.signal;
    };
    fake.faults.add({
      before: () => {
        late.abort();
        return new Promise(() => {});
      },
    });
    const { client } = createTestClient(fake, { waits: createTestWaits([], { deadline }) });
    await assertUnavailable(list(client), /did not answer GET \/api\/documents\/ within 60 s/);
    assert.equal(fake.requests.length, PATIENT.tries);
  });

  it('waits no longer than its owner does, whatever the request allows', async () => {
    const asked: number[] = [];
    const deadline = (ms: number) => {
      asked.push(ms);
      return new AbortController().signal;
    };
    const waits = createTestWaits([], { deadline });
    const { client } = createTestClient(createFakePaperless(), { waits, maxTimeoutMs: 10_000 });
    await client.request({ path: '/api/documents/', timeoutMs: 120_000 });
    await client.request({ path: '/api/documents/', timeoutMs: 5_000 });
    assert.deepEqual(asked, [10_000, 5_000]);
  });

  it('never reads more of an answer than its cap, and does not try again', async () => {
    const { fake, client } = setUp({ instead: () => new Response('x'.repeat(2_000)) });
    await assertUnavailable(client.request({ path: '/api/documents/', maxBytes: 1_000 }), /larger than 1000 bytes/);
    assert.equal(fake.requests.length, 1);
  });
});

describe('PaperlessClient, writes', () => {
  const edit = { method: 'PATCH', path: '/api/documents/1/', body: { title: 'new' } } as const;

  it('sends JSON, and gets the answer', async () => {
    const { fake, client } = setUp({});
    fake.library.add({ id: 1 });
    const changed = await client.json(edit, z.object({ title: z.string() }));
    assert.equal(changed.title, 'new');
    assert.equal(fake.library.get(1).title, 'new');
  });

  it('does not repeat a write that may have been done', async () => {
    const { fake, client } = setUp(failWith(500));
    await assertUnavailable(client.request(edit), /status 500/);
    assert.equal(fake.requests.length, 1);
  });

  it('repeats it when told so, and always after 429, which did nothing', async () => {
    const { fake, client } = setUp(failWith(500), { times: 1 });
    fake.library.add({ id: 1 });
    await client.request(edit, { retryWrites: true });
    fake.faults.add(throttle(1), { times: 1 });
    await client.request(edit);
    assert.equal(fake.requests.length, 4);
  });
});

describe('PaperlessClient, aborting', () => {
  it('ends a request under way', async () => {
    const controller = new AbortController();
    const { client } = setUp({ before: () => controller.abort('any reason') });
    await assert.rejects(list(client, controller.signal), { name: 'AbortError' });
  });

  it('ends a wait at once', async () => {
    const controller = new AbortController();
    const fake = createFakePaperless();
    fake.faults.add(failWith(503));
    const waits = createTestWaits([], {
      sleep: async (_ms, signal) => {
        controller.abort();
        signal?.throwIfAborted();
      },
    });
    await assert.rejects(list(createTestClient(fake, { waits }).client, controller.signal), { name: 'AbortError' });
    assert.equal(fake.requests.length, 1);
  });

  it('ends reading a body', async () => {
    const controller = new AbortController();
    // As Node does it: the body of an aborted request fails.
    const toEndless = (signal: AbortSignal) =>
      new ReadableStream({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
        pull: (stream) => {
          stream.enqueue(new Uint8Array(10));
          controller.abort();
        },
      });
    const { client } = createTestClient({
      fetch: async (_url, init) => new Response(toEndless(init?.signal ?? AbortSignal.abort())),
    });
    await assert.rejects(list(client, controller.signal), { name: 'AbortError' });
  });
});
