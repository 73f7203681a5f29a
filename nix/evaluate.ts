import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const TESTS = join(import.meta.dirname, 'tests');

/** nixpkgs' `lib` folder; without it the evaluation tests have nothing to evaluate with. */
const library = process.env.NIXPKGS_LIB;

export const skip = library === undefined && 'NIXPKGS_LIB is not set: the path of the lib folder of nixpkgs';

/** What a file of nix/tests gives, as JSON. Needs `nix-instantiate`. */
export function evaluate(file: string) {
  const expression = `import ${join(TESTS, file)} { lib = import ${library}; }`;
  const output = execFileSync('nix-instantiate', ['--eval', '--strict', '--json', '-E', expression], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output);
}
