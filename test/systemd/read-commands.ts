import { listCommands, readPage } from '../docs/read-blocks.ts';

/** The commands below one heading of the guide, in order; without npm's, which the container cannot run. */
export function readCommands(heading: string): string[] {
  const blocks = readPage('docs/operations.md').blocks.filter((block) => block.heading === heading);
  const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => listCommands(text));
  if (commands.length === 0) throw new Error(`docs/operations.md has no section "${heading}" with commands`);
  return commands.filter((line) => !line.startsWith('npm '));
}
