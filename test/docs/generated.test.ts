import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listMcpServers } from '../../docs/mcp-servers.ts';
import { renderConfiguration } from '../../docs/render-configuration.ts';
import { renderTools } from '../../docs/render-tools.ts';
import { listVariables } from '../../src/config.ts';

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

  it('every variable has a description', () => {
    assert.deepEqual(
      listVariables().filter((variable) => variable.description === ''),
      [],
    );
  });
});
