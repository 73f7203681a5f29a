/** What a single word is taken for instead of a question: commands, and what people try as one. */
const COMMANDS: Readonly<Record<string, string>> = {
  chat: 'paperless-ask chat',
  serve: 'paperless-ask',
  demo: 'paperless-ask --demo',
  help: 'paperless-ask --help',
  version: 'paperless-ask --version',
  index: 'paperless-index',
  status: 'paperless-index status',
  doctor: 'paperless-index doctor',
  failures: 'paperless-index failures',
  search: 'paperless-index search "words"',
};

/**
 * The command that `word` is, or would be with its letters in order and none doubled (`caht`, `chatt`). Nothing wider:
 * `cat`, `what` and `chart` are one letter from `chat` and may be asked.
 */
export function findMeantCommand(word: string): string | undefined {
  const given = word.toLowerCase();
  return Object.entries(COMMANDS).find(([command]) => isJumbled(given, command))?.[1];
}

function isJumbled(given: string, command: string): boolean {
  const isDoubled = given.length === command.length + 1 && given.replace(/(.)\1/g, '$1') === command;
  return isDoubled || (given.length === command.length && [...given].sort().join() === [...command].sort().join());
}
