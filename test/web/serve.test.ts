import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import { serve } from '../../src/web/serve.ts';
import { QUOTATION } from '../fakes/scripted-answers.ts';
import { startServer, toPost, until } from './started-server.ts';

describe('serve', () => {
  it('stops answering within moments when a client hangs up', async (context) => {
    const { ask, answers } = await startServer(context, () => [...QUOTATION.slice(0, 3), new Promise(() => {})]);
    const abort = new AbortController();
    const reader = (await ask('endless', { signal: abort.signal })).body?.getReader();
    await reader?.read();
    assert.equal(answers.seen[0]?.ended, 'running');
    abort.abort();
    await until(() => answers.seen[0]?.ended === 'aborted');
  });

  it('takes a body that comes in chunks, and says 404 to methods it does not know', async (context) => {
    const { server } = await startServer(context, () => QUOTATION);
    const url = `http://127.0.0.1:${server.address.port}/`;
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const { body } = new Response('{"q":"in chunks"}');
    const chunked = { method: 'POST', headers, body, duplex: 'half' } as const;
    assert.equal((await fetch(`${url}api/ask`, chunked)).status, 200);
    const large = { ...chunked, body: new Response('x'.repeat(70_000)).body };
    assert.equal((await fetch(`${url}api/ask`, large)).status, 413);
    for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
      assert.equal((await fetch(url, { method, ...(method !== 'OPTIONS' && { body: 'x' }) })).status, 404, method);
  });

  it('lets running answers finish when it closes, and takes no new ones', async (context) => {
    const rest = Promise.withResolvers<void>();
    const { ask, server } = await startServer(context, () => [
      ...QUOTATION.slice(0, 2),
      rest.promise,
      ...QUOTATION.slice(2),
    ]);
    const response = await ask('slow');
    const closed = server.close(60_000);
    await assert.rejects(ask('too late'));
    rest.resolve();
    assert.match(await response.text(), /event: done/);
    await closed;
  });

  it('cuts answers off that last longer than it may wait', async (context) => {
    const { ask, answers, server } = await startServer(context, () => [
      ...QUOTATION.slice(0, 2),
      new Promise(() => {}),
    ]);
    const response = await ask('endless');
    const cut = assert.rejects(response.text());
    await server.close(1);
    await cut;
    await until(() => answers.seen[0]?.ended === 'aborted');
  });

  it('is closed only when all it cut off has ended: what waited in line began, and failed on what was closed by then', async (context) => {
    const never = new Promise(() => {});
    const { server, send, answers, gauge } = await startServer(context, () => [never]);
    for (let at = 0; at < 15; at += 1) await send(toPost('/api/ask', '{"q":"a"}'));
    while ((await gauge('waiting')) < 11);
    await server.close(0);
    const ended = answers.seen.map(({ ended }) => ended);
    assert.deepEqual(new Set(ended), new Set(['aborted']));
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    assert.equal(answers.seen.length, ended.length);
  });

  it('is not held up by a connection that only waits', async (context) => {
    const { server } = await startServer(context, () => QUOTATION);
    const idle = connect(server.address.port, server.address.host);
    await once(idle, 'connect');
    const ended = once(idle.resume(), 'close');
    await server.close(60_000);
    await ended;
    assert.equal(idle.destroyed, true);
  });

  it('refuses another address than loopback, one that is taken, and one that is not here', async (context) => {
    const { server } = await startServer(context, () => QUOTATION);
    const options = { fetch: () => new Response(), host: '127.0.0.1', port: 0, allowNonLoopback: false };
    await assert.rejects(serve({ ...options, host: '0.0.0.0' }), ConfigError);
    await assert.rejects(serve({ ...options, host: '192.0.2.1', allowNonLoopback: true }), ConfigError);
    await assert.rejects(serve({ ...options, port: server.address.port }), (error: unknown) => {
      assert.ok(error instanceof UnavailableError);
      assert.equal(error.service, 'port');
      return true;
    });
  });

  it('answers a request without a usable Host with 400 or 403, never with a page', async (context) => {
    const { server } = await startServer(context, () => QUOTATION);
    for (const host of ['Host: \r\n', 'Host: evil.example\r\n', 'Host: a b\r\n', '']) {
      const socket = connect(server.address.port, server.address.host);
      socket.end(`GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
      const chunks: string[] = [];
      for await (const chunk of socket.setEncoding('utf8')) chunks.push(chunk);
      assert.match(chunks.join(''), /^HTTP\/1\.1 40[03] /, host);
    }
  });
});
