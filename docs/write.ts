import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePerformance } from '../bench/report/write-performance.ts';
import { evaluate, skip } from '../nix/evaluate.ts';
import { listVariables } from '../src/config/config.ts';
import { listMcpServers } from './mcp-servers.ts';
import { renderConfiguration } from './render-configuration.ts';
import { renderLicences } from './render-licences.ts';
import { renderNixos } from './render-nixos.ts';
import { renderTools } from './render-tools.ts';

writeFileSync(join(import.meta.dirname, 'configuration.md'), renderConfiguration(listVariables()));

// Options are evaluated by Nix with nixpkgs' `lib`, which only some machines have.
if (!skip) {
  const page = join(import.meta.dirname, 'nixos.md');
  writeFileSync(page, renderNixos(readFileSync(page, 'utf8'), evaluate('options.nix')));
}
const lock = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
writeFileSync(join(import.meta.dirname, 'licences.md'), renderLicences(JSON.parse(lock)));
writeFileSync(join(import.meta.dirname, 'tools.md'), renderTools(listMcpServers()));
// What was measured stays; how it is shown may have changed.
writePerformance(JSON.parse(readFileSync(join(import.meta.dirname, 'performance.json'), 'utf8')), import.meta.dirname);
