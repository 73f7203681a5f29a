import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { renderNixos } from '../../docs/render-nixos.ts';
import { evaluate, skip } from '../../nix/evaluate.ts';
import { VARIABLES } from './variables.ts';

describe('the NixOS module', { skip }, () => {
  const cases = skip ? {} : evaluate('cases.nix');

  it('hands Paperless, Qdrant, embeddings and the token to all three services', () => {
    const { refusals, services, packages } = cases.default;
    assert.deepEqual(refusals, []);
    assert.equal(packages.length, 1);
    for (const name of ['paperless-index', 'paperless-reconcile', 'paperless-ask']) {
      assert.deepEqual(services[name].environment, {
        PAPERLESS_API_URL: 'http://127.0.0.1:28981',
        QDRANT_URL: 'http://127.0.0.1:6333',
        EMBEDDING_HOST: '127.0.0.1:11435',
      });
      assert.deepEqual(services[name].serviceConfig, {
        LoadCredential: ['', 'paperless-token:/run/secrets/token'],
        IPAddressAllow: [],
      });
      assert.deepEqual(services[name].after, ['podman-paperless-rag-qdrant.service']);
    }
  });

  it('starts the page at boot, the oneshots by their timers only, and no run at an upgrade', () => {
    const { services, timers } = cases.default;
    assert.deepEqual(services['paperless-ask'].wantedBy, ['multi-user.target']);
    for (const name of ['paperless-index', 'paperless-reconcile']) {
      assert.equal(services[name].wantedBy, undefined);
      assert.equal(services[name].restartIfChanged, false);
      assert.deepEqual(timers[name], { wantedBy: ['timers.target'], timerConfig: {} });
      assert.deepEqual(cases.noTimers.timers[name], { enable: false, timerConfig: {} });
    }
  });

  it('passes every option on', () => {
    const { refusals, services, timers, backups } = cases.everything;
    assert.deepEqual(refusals, []);
    assert.deepEqual(services['paperless-ask'].environment, {
      PAPERLESS_API_URL: 'https://paperless.example.org',
      PAPERLESS_PUBLIC_URL: 'https://papers.example.org',
      QDRANT_URL: 'http://127.0.0.1:16333',
      QDRANT_API_KEY_FILE: '%d/qdrant-key',
      EMBEDDING_HOST: 'http://192.168.1.20:11434',
      EMBEDDING_MODEL: 'bge-m3',
      CHAT_MODEL: 'qwen3:8b',
      CHAT_HOSTS: '127.0.0.1:11434,192.168.1.20:11434',
      ASK_PORT: '8020',
      PUBLIC_HOSTNAME: 'ask.example.org',
      ASK_ACCESS: 'paperless',
      ASK_USER_HEADER: 'Remote-User',
      ASK_PROXY_SECRET_FILE: '%d/proxy-secret',
    });
    const { LoadCredential, IPAddressAllow } = services['paperless-ask'].serviceConfig;
    assert.deepEqual(IPAddressAllow, ['192.168.1.20']);
    assert.deepEqual(LoadCredential.slice(1), [
      'paperless-token:/run/secrets/token',
      'proxy-secret:/run/secrets/proxy',
      'qdrant-key:/run/secrets/qdrant',
    ]);
    assert.equal(services['paperless-index'].environment.CHAT_MODEL, 'qwen3:8b', 'its doctor asks that model, too');
    assert.deepEqual(services['paperless-index'].onFailure, ['notify@%n.service']);
    assert.deepEqual(timers['paperless-index'].timerConfig.OnCalendar, ['', '*:0/30']);
    assert.deepEqual(backups.daily.paths, ['/var/lib/paperless-rag/cursor.json']);
  });

  it('publishes Qdrant on loopback only, by digest, and opens no port', () => {
    for (const { containers, allowedTCPPorts } of [cases.default, cases.everything]) {
      const { ports, image, environmentFiles } = containers['paperless-rag-qdrant'];
      assert.equal(ports.length, 2);
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/);
      assert.match(image, /@sha256:[0-9a-f]{64}$/);
      assert.deepEqual(allowedTCPPorts, []);
      assert.ok(environmentFiles.every((file: string) => file.startsWith('/run/')));
    }
    assert.deepEqual(cases.sqlite.containers, {});
    assert.equal(cases.sqlite.services['paperless-ask'].environment.QDRANT_URL, undefined);
    assert.deepEqual(cases.nativeQdrant.containers, {});
    assert.deepEqual(cases.nativeQdrant.services['paperless-ask'].after, ['qdrant.service']);
  });

  it('brings every kind of value of extraEnv through, with percent signs doubled', () => {
    const { environment } = cases.extraEnv.services['paperless-ask'];
    for (const [name, value] of Object.entries(VARIABLES)) assert.equal(environment[name], value.replaceAll('%', '%%'));
    assert.ok(!('LEFT_OUT' in environment));
    assert.equal(environment.EMBEDDING_MODEL, 'all-minilm');
  });

  it('refuses values of the wrong kind, secrets in the store above all', () => {
    const names = [
      'tokenAsPath',
      'tokenInStore',
      'badPort',
      'portAsText',
      'badHostname',
      'imageWithoutDigest',
      'floatInEnv',
      'nameAllowed',
      'twoAllowedInOne',
    ];
    for (const name of names) assert.equal(cases[name], null, name);
  });

  const refusals: Readonly<Record<string, RegExp>> = {
    noToken: /tokenFile is not set\. Put the API token/,
    foreignHost:
      /embeddingHost \(EMBEDDING_HOST\): 192\.168\.1\.20 is not this machine.* Add its address to .*allowedAddresses/,
    foreignHostInEnv: /EMBEDDING_HOST\): 192\.168\.1\.20 is not this machine/,
    foreignPaperless: /paperlessUrl .*: paperless\.example\.org is not this machine/,
    otherHostAllowed: /192\.168\.1\.20 is not this machine/,
    samePorts: /Taken twice: .*\.port = 6333, .*qdrant\.port = 6333\. Change one of them/,
    ollamaOnAskPort: /Taken twice: services\.paperless-rag\.port = 8015/,
    twoQdrants: /Set services\.paperless-rag\.qdrant\.enable = false/,
    movedBind: /may not set ASK_HOST/,
    secretInEnv: /may not set PAPERLESS_API_TOKEN.* Use tokenFile/,
    accessInEnvWithoutSecret: /needs proxySecretFile/,
    badNameInEnv: /\["A\\nB"\] cannot be names of variables/,
    nameLikeLoopback: /127\.example\.org is not this machine/,
    accessWithoutSecret: /needs proxySecretFile/,
    qdrantInState: /dataDir lies below \/var\/lib\/paperless-rag/,
    badSchedule: /systemd-analyze calendar/,
  };
  for (const [name, message] of Object.entries(refusals))
    it(`refuses ${name} with one message that says what to set`, () => {
      assert.equal(cases[name].refusals.length, 1);
      assert.match(cases[name].refusals[0], message);
    });

  it('knows this machine and allowed addresses in IPv6 and in capitals, too', () => {
    assert.deepEqual(cases.allowedIpv6.refusals, []);
    assert.deepEqual(cases.loopbackByAnyName.refusals, []);
  });

  it('lets one Ollama serve embeddings and chat', () => {
    assert.deepEqual(cases.oneOllama.refusals, []);
  });

  it('offers the programs in a shell: two as the service runs them, the MCP servers as the person', () => {
    const { commands } = cases.everything;
    const { bin } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    assert.deepEqual(Object.keys(commands).sort(), Object.keys(bin).sort());
    assert.match(
      commands['paperless-index'],
      /'--property=User=paperless-rag'.*LoadCredential=paperless-token:\/run\/secrets\/token/,
    );
    assert.match(commands['paperless-search-mcp'], /\.config\}\/paperless-rag\/token/);
    assert.doesNotMatch(commands['paperless-search-mcp'], /run\/secrets/);
  });
});

describe('docs/nixos.md', { skip }, () => {
  it('lists the options as they are: `npm run docs` with NIXPKGS_LIB set writes them', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/nixos.md'), 'utf8');
    assert.equal(page, renderNixos(page, evaluate('options.nix')));
  });
});
