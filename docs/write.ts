import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listVariables } from '../src/config.ts';
import { renderConfiguration } from './render-configuration.ts';

writeFileSync(join(import.meta.dirname, 'configuration.md'), renderConfiguration(listVariables()));
