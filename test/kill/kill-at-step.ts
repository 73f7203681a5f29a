import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

// Loaded into the program with `--import`: counts what it changes on disk, a statement or a file operation at a time, and
// kills it right before the step KILL_AT_STEP, a moment that nobody can hit from outside. Prints where, or how many steps
// there were.

type Method = (this: object, ...args: unknown[]) => unknown;

const killAt = Number(process.env.KILL_AT_STEP ?? Number.POSITIVE_INFINITY);
const databases = new WeakMap<object, DatabaseSync>();
let steps = 0;

// The reading thread changes nothing.
if (isMainThread) {
  observe(
    DatabaseSync.prototype,
    'prepare',
    () => {},
    (database, statement) => {
      databases.set(statement as StatementSync, database as DatabaseSync);
    },
  );
  observe(DatabaseSync.prototype, 'exec', (database, [sql]) => countStatement(database as DatabaseSync, String(sql)));
  for (const name of ['run', 'get', 'all', 'iterate']) {
    observe(StatementSync.prototype, name, (statement) => {
      countStatement(databases.get(statement), (statement as StatementSync).sourceSQL);
    });
  }
  for (const name of ['writeFileSync', 'fsyncSync', 'renameSync', 'rmSync', 'mkdirSync'])
    observe(fs, name, () => step('file', name));
  syncBuiltinESMExports();
  process.on('exit', () => report({ steps }));
}

function observe(
  target: object,
  name: string,
  before: (self: object, args: readonly unknown[]) => void,
  after: (self: object, result: unknown) => void = () => {},
): void {
  const methods = target as Record<string, Method>;
  const method = methods[name];
  if (method === undefined) throw new Error(`there is no ${name} to observe`);
  methods[name] = function observed(...args) {
    before(this, args);
    const result = method.apply(this, args);
    after(this, result);
    return result;
  };
}

function countStatement(database: DatabaseSync | undefined, sql: string): void {
  if (/^\s*(select|with\b(?![\s\S]*\b(insert|update|delete)\b))/i.test(sql)) return;
  const isLock = database?.location()?.endsWith('lock.sqlite') === true;
  step(!isLock && database?.isTransaction === true ? 'transaction' : 'statement', sql.trim().slice(0, 40));
}

function step(kind: 'transaction' | 'statement' | 'file', what: string): void {
  steps += 1;
  if (steps < killAt) return;
  report({ killed: kind, what, step: steps });
  process.kill(process.pid, 'SIGKILL');
}

function report(line: object): void {
  writeSync(2, `${JSON.stringify(line)}\n`);
}
