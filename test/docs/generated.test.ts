import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listMcpServers } from '../../docs/mcp-servers.ts';
import { renderConfiguration } from '../../docs/render-configuration.ts';
import { type LockFile, renderLicences } from '../../docs/render-licences.ts';
import { renderTools } from '../../docs/render-tools.ts';
import { listVariables } from '../../src/config/config.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('docs', () => {
  it('docs/configuration.md is what the schemas say (npm run docs writes it)', () => {
    const written = readFileSync(join(ROOT, 'docs', 'configuration.md'), 'utf8');
    assert.equal(written, renderConfiguration(listVariables()));
  });

  it('docs/tools.md is what the MCP servers list (npm run docs writes it)', () => {
    const written = readFileSync(join(ROOT, 'docs', 'tools.md'), 'utf8');
    assert.equal(written, renderTools(listMcpServers()));
  });

  it('docs/licences.md is what the lock file says, and every licence is one that asks for little', () => {
    const lock: LockFile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    assert.equal(readFileSync(join(ROOT, 'docs', 'licences.md'), 'utf8'), renderLicences(lock));
    const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
    const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'MIT OR Apache'];
    assert.deepEqual(
      installed.filter(([, { license = '' }]) => !allowed.includes(license)).map(([path]) => path),
      [],
    );
  });

  it('every variable has a description', () => {
    assert.deepEqual(
      listVariables().filter((variable) => variable.description === ''),
      [],
    );
  });
});
