import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOperations } from '../src/openapi/prepare-operations.ts';
import { renderOperations } from '../src/openapi/render-operations.ts';

// npm run openapi:update FILE: follows a newer Paperless. What changed is to be read in the diff of operations.json.

const ROOT = join(import.meta.dirname, '..');

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write(
    'usage: npm run openapi:update FILE (the OpenAPI description as Paperless gives it at /api/schema/?format=json)\n',
  );
  process.exitCode = 64;
} else {
  const text = readFileSync(file, 'utf8');
  const operations = prepareOperations(JSON.parse(text));
  writeFileSync(join(ROOT, 'src', 'openapi', 'operations.json'), renderOperations(operations));
  writeFileSync(join(ROOT, 'test', 'fixtures', 'openapi', 'paperless-v10.json'), text);
  process.stdout.write(
    `${operations.length} operations. Now: git diff src/openapi, npm test -- and npm run docs, then commit.\n`,
  );
}
