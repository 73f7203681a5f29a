import { readFileSync } from 'node:fs';
import { type Environment, parseConfig } from '../../src/config.ts';
import type { Embedder } from '../../src/ports.ts';
import { createEmbedder } from '../../src/wiring.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

/** The models that the environment names, by the variables of the programs. */
export function readModels(env: Environment): { readonly embedder: Embedder | undefined } {
  const config = parseConfig('paperless-index', env, (path) => readFileSync(path, 'utf8'));
  return { embedder: createEmbedder(config, SILENT_LOG) };
}
