import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDE = join(import.meta.dirname, '../../docs/operations.md');

/** The commands below one heading of the guide, in order; without npm's, which the container cannot run. */
export function readCommands(heading: string): string[] {
  const section = readFileSync(GUIDE, 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operations.md has no section "${heading}"`);
  const lines = section.split('\n').flatMap((line) => /^ {4}(?! |\[|\w+=\d)(.+)$/.exec(line)?.[1] ?? []);
  const commands = lines.filter((line) => !line.startsWith('npm ') && !/^\w+Allow=/.test(line));
  if (commands.length === 0) throw new Error(`the section "${heading}" has no commands`);
  return commands;
}
