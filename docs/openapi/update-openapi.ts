import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOperations } from '../../src/openapi/load-operations.ts';
import type { Operation } from '../../src/openapi/operation.ts';
import { selectOperations } from '../../src/openapi/select-operations.ts';
import { compareOperations, listClosed } from './compare-operations.ts';
import { MAX_LIST_CHARS } from './max-list-chars.ts';
import { prepareDefinitions } from './prepare-definitions.ts';
import { prepareOperations } from './prepare-operations.ts';
import { renderPrepared } from './render-prepared.ts';

// npm run openapi:update [FILE]: follows a newer Paperless, or, without FILE, a change of overlay.ts and its like.

const DESCRIPTION = join('test', 'fixtures', 'openapi', 'paperless-v10.json');
const EVERYDAY = { toolsets: [], tools: [], excluded: [], isReadOnly: false, mayDelete: true };

export interface Update {
  /** What is to be written, by path in the project. */
  readonly files: Readonly<Record<string, string>>;
  /** For whoever reviews it. */
  readonly report: string;
}

/** The prepared files of an OpenAPI description, and what differs from `before`. Throws for what is none of Paperless. */
export function planUpdate(text: string, before: readonly Operation[]): Update {
  const description: unknown = JSON.parse(text);
  const operations = prepareOperations(description);
  const definitions = prepareDefinitions(operations);
  const everyday = selectOperations(definitions, EVERYDAY);
  const { length } = JSON.stringify({ tools: everyday.map(({ listed }) => listed) });
  // Safe: prepareOperations has found its paths.
  const closed = listClosed((description as { paths: Record<string, object> }).paths);
  const report = [
    ...compareOperations(before, operations),
    '',
    `Never a tool (never-exposed.ts): ${closed.join(', ')}`,
    `${operations.length} tools (${before.length} before), ${everyday.length} by default: tools/list has ${length.toLocaleString('en')} of ${MAX_LIST_CHARS.toLocaleString('en')} characters.`,
    '',
    'Next: git diff src/openapi · what a tool says: overlay.ts · what it does to others: traits.ts ·',
    'node --test --test-update-snapshots "test/openapi/*.test.ts" · npm run docs · npm test · commit.',
  ];
  return {
    files: {
      [join('src', 'openapi', 'operations.json')]: renderPrepared(operations),
      [join('src', 'openapi', 'definitions.json')]: renderPrepared(definitions),
      [DESCRIPTION]: text,
    },
    report: `${report.join('\n')}\n`,
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..', '..');
  const [file = join(root, DESCRIPTION)] = process.argv.slice(2);
  // Everything is made before anything is written.
  const update = planOrRefuse(file);
  for (const [path, text] of Object.entries(update?.files ?? {})) writeFileSync(join(root, path), text);
  process.stdout.write(update?.report ?? '');
}

/** Nothing for a file that can't be followed: why is said, and the exit code set. */
function planOrRefuse(file: string): Update | undefined {
  try {
    return planUpdate(readFileSync(file, 'utf8'), loadOperations());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `${file} can't be followed, and nothing was written. It has to be what Paperless gives at /api/schema/?format=json.\n${reason}\n`,
    );
    process.exitCode = 65;
    return undefined;
  }
}
