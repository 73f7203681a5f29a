import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { z } from 'zod';
import { ConfigError, NotFoundError, SignInError, UnavailableError, UsageError } from '../../src/errors.ts';
import { PaperlessClient } from '../../src/paperless/client.ts';
import { PATIENT } from '../../src/paperless/retry.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createTestClient, TOKEN } from './test-client.ts';

function setUp(token = TOKEN) {
  const fake = createFakePaperless(readRecordedLibrary());
  return { fake, ...createTestClient(fake, { token }) };
}

const get = (client: PaperlessClient, path: string, query = {}) => client.request({ path, query });

describe('PaperlessClient, refusals', () => {
  it('a wrong token: says where tokens come from, tries only once', async () => {
    const { fake, client } = setUp('f'.repeat(40));
    await assert.rejects(get(client, '/api/documents/'), (error: unknown) => {
      assert.ok(error instanceof SignInError && error.httpStatus === 401);
      assert.match(error.message, /PAPERLESS_API_TOKEN/);
      assert.match(error.message, /Invalid token\./);
      return true;
    });
    assert.equal(fake.requests.length, 1);
  });

  it('a token that may not: names the permission', async () => {
    const { client } = setUp('reader'.padStart(40, '0'));
    await assert.rejects(get(client, '/api/workflows/'), (error: unknown) => {
      assert.ok(error instanceof SignInError && error.httpStatus === 403);
      assert.match(error.message, /view_workflow/);
      return true;
    });
    await assert.rejects(client.request({ method: 'PATCH', path: '/api/documents/34/', body: {} }), /change_document/);
    await assert.rejects(get(client, '/api/status/'), /Insufficient permissions/);
  });

  it('a missing document', async () => {
    await assert.rejects(get(setUp().client, '/api/documents/4711/'), NotFoundError);
  });

  it('a bad parameter: quotes what Paperless says of it, and names it', async () => {
    await assert.rejects(get(setUp().client, '/api/documents/', { created__gte: '31.12.2023' }), (error: unknown) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /created__gte: Enter a valid date\./);
      assert.equal(error.field, 'created__gte');
      return true;
    });
  });

  it('bad search syntax, answered in plain text that calls itself HTML', async () => {
    await assert.rejects(get(setUp().client, '/api/documents/', { query: '"open' }), (error: unknown) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /Error listing search results/);
      return true;
    });
  });

  it('caps what it quotes, on one line', async () => {
    const { fake, client } = setUp();
    const detail = `first\nline\u0000 ${'x'.repeat(5_000)}`;
    fake.faults.add({ instead: () => Response.json({ title: [detail] }, { status: 400 }) });
    await assert.rejects(get(client, '/api/documents/'), (error: unknown) => {
      assert.ok(error instanceof UsageError && error.message.length < 450);
      assert.match(error.message, /title: first line x/);
      return true;
    });
  });

  it('an answer of another form: names the place, never the value', async () => {
    const { client } = setUp();
    const Wrong = z.object({ results: z.array(z.object({ title: z.number() })) });
    await assert.rejects(client.json({ path: '/api/documents/', query: { id__in: 9 } }, Wrong), (error: unknown) => {
      assert.ok(error instanceof UnavailableError);
      assert.match(error.message, /unexpected form at results\.0\.title/);
      assert.ok(!error.message.includes('Einkommensteuer'));
      return true;
    });
  });

  it('takes new fields of a newer Paperless for granted', async () => {
    const { client } = setUp();
    const Narrow = z.object({ count: z.number() });
    assert.deepEqual(await client.json({ path: '/api/documents/' }, Narrow), { count: 44 });
  });
});

describe('PaperlessClient, the token', () => {
  for (const token of ['Token abc', 'abc\n', 'abc def', 'äbc', ''])
    it(`refuses ${JSON.stringify(token)} without repeating it`, () => {
      assert.throws(
        () => new PaperlessClient({ apiUrl: 'http://paperless.example', token, retry: PATIENT, log: SILENT_LOG }),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.ok(token === '' || !error.message.includes(token));
          return true;
        },
      );
    });

  it('travels in the Authorization header only', async () => {
    const { fake, client } = setUp();
    await get(client, '/api/documents/', { query: 'strom' });
    const [request] = fake.requests;
    assert.equal(request?.headers.authorization, `Token ${TOKEN}`);
    assert.ok(!JSON.stringify({ ...request, headers: { ...request?.headers, authorization: '' } }).includes(TOKEN));
  });

  it('is in no error, cause, log line or printed client, even when Paperless repeats it', async () => {
    const { fake, client, lines } = setUp();
    const statuses = [301, 400, 401, 403, 404, 406, 409, 429, 500, 503];
    for (const status of statuses) {
      fake.faults.clear();
      fake.faults.add({
        instead: () => Response.json({ detail: `no ${TOKEN} here` }, { status, headers: { location: '/x' } }),
      });
      await assert.rejects(
        get(client, '/api/documents/'),
        (error: unknown) => !inspect(error, { depth: 9 }).includes(TOKEN),
      );
    }
    assert.ok(lines.length > 0);
    assert.ok(!inspect([lines, client], { depth: 9 }).includes(TOKEN));
  });
});
