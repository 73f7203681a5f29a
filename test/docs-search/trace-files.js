// node --import: every path that the process opens, reads or looks at goes to stderr, one line each.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const NAMES = ['access', 'lstat', 'open', 'opendir', 'readFile', 'readdir', 'readlink', 'realpath', 'stat'];

for (const [object, names] of [
  [fs.promises, NAMES],
  [fs, [...NAMES.map((name) => `${name}Sync`), 'existsSync', ...NAMES]],
])
  for (const name of names) {
    const original = object[name];
    if (typeof original !== 'function') continue;
    object[name] = Object.assign((path, ...rest) => {
      process.stderr.write(`file ${String(path)}\n`);
      return original.call(object, path, ...rest);
    }, original);
  }
syncBuiltinESMExports();
