import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hasMediaType, isAllowedHost, isForeign, isLoopback } from '../../src/web/guard.ts';

const ALLOWED = ['ask.example'];

describe('isAllowedHost', () => {
  it('serves loopback names and the public one, with any port and in any case', () => {
    for (const host of [
      'localhost',
      'LOCALHOST:8015',
      '127.0.0.1:8015',
      '127.3.2.1',
      '[::1]:8015',
      'ask.example',
      'Ask.Example.:443',
    ])
      assert.ok(isAllowedHost(host, ALLOWED), host);
  });

  it("refuses every other name: somebody's DNS may point here", () => {
    for (const host of [
      undefined,
      '',
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'ask.example.evil',
      '10.0.0.1',
      '[::2]',
    ])
      assert.ok(!isAllowedHost(host, ALLOWED), String(host));
  });

  it('refuses what is no host at all', () => {
    for (const host of [
      'localhost/x',
      'user@localhost',
      'localhost?x',
      'localhost:port',
      'local host',
      '127.0.0.1#',
      '\\localhost',
    ])
      assert.ok(!isAllowedHost(host, ALLOWED), host);
  });

  it('never throws, whatever the header holds', () => {
    fc.assert(fc.property(fc.string(), (host) => void isAllowedHost(host, ALLOWED)));
  });
});

describe('isForeign', () => {
  const host = '127.0.0.1:8015';

  it('refuses a page on another port of this machine, also where ASK_HOST is among the allowed names', () => {
    for (const origin of ['http://127.0.0.1:1', 'http://localhost:8015', 'http://[::1]:8015'])
      assert.ok(isForeign({ host, origin, fetchSite: undefined }, ['127.0.0.1', 'localhost', '::1']), origin);
  });

  it('lets scripts pass, which send neither header', () => {
    assert.ok(!isForeign({ host, origin: undefined, fetchSite: undefined }, ALLOWED));
  });

  it("lets the page's own requests pass", () => {
    assert.ok(!isForeign({ host, origin: 'http://127.0.0.1:8015', fetchSite: 'same-origin' }, ALLOWED));
    assert.ok(!isForeign({ host, origin: undefined, fetchSite: 'none' }, ALLOWED));
  });

  it('lets the public host pass although the proxy rewrote Host', () => {
    assert.ok(!isForeign({ host, origin: 'https://ask.example', fetchSite: 'same-origin' }, ALLOWED));
  });

  it('refuses other sites, and other ports of this machine', () => {
    for (const fetchSite of ['cross-site', 'same-site', 'nonsense'])
      assert.ok(isForeign({ host, origin: undefined, fetchSite }, ALLOWED), fetchSite);
    for (const origin of [
      'https://evil.example',
      'http://127.0.0.1:3000',
      'http://localhost:8015',
      'null',
      '',
      'http://127.0.0.1:8015/x',
    ])
      assert.ok(isForeign({ host, origin, fetchSite: undefined }, ALLOWED), origin);
  });
});

describe('hasMediaType', () => {
  it('compares the type without parameters and case', () => {
    assert.ok(hasMediaType('Application/JSON; charset=utf-8', 'application/json'));
    assert.ok(!hasMediaType('text/plain; application/json', 'application/json'));
    assert.ok(!hasMediaType(undefined, 'application/json'));
  });
});

describe('isLoopback', () => {
  it('knows the addresses that only this machine reaches', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost'])
      assert.ok(isLoopback(address), address);
    for (const address of ['0.0.0.0', '::', '192.168.1.2', '127.0.0.1.example', '1270.0.0.1'])
      assert.ok(!isLoopback(address), address);
  });
});
