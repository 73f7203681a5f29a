/** Sections of the documents whose commands commands.test.ts runs as they stand, one shell each: document › heading. */
export const WALKS = {
  demo: ['README.md › Try it'],
  firstHour: ['README.md › First index', 'README.md › Ask'],
  models: ['README.md › With models'],
  client: ['README.md › Connect an MCP client'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Sections of docs/operations.md whose commands guest.suite.ts runs on a booted systemd (`npm run test:systemd`). */
export const BOOTED: readonly string[] = [
  'Install',
  'Start',
  'Stop',
  'Look and intervene',
  'Watch',
  'Back up and restore',
  'Rebuild',
  'Another embedding model',
  'Uninstall',
];

/** Why a command is not run as it stands. With `seen`, where else something does the same: a file, and words in it. */
export interface Exception {
  readonly why: string;
  readonly seen?: readonly [file: string, words: string];
}

/** Commands in blocks. */
export const NOT_RUN: Readonly<Record<string, Exception>> = {
  'npm ci && npm test': { why: 'it is this suite', seen: ['.ci/run', 'npm ci'] },
  'npm ci && npm pack': {
    why: 'takes minutes; the same package is made and installed elsewhere',
    seen: ['test/package/install-package.ts', "'pack'"],
  },
  'npm install --global --prefix /usr/local ./paperless-rag-*.tgz': {
    why: 'needs a registry; its result is laid out by hand',
    seen: ['test/systemd/furnish.ts', 'usr/local/lib/node_modules'],
  },
  'npm uninstall --global --prefix /usr/local paperless-rag': {
    why: 'the container of the suite has no npm, and its package was laid out by hand',
  },
  'npm audit --omit=dev': { why: 'asks a registry, which not every one answers' },
  'curl -H "Authorization: Token $TOKEN" \'https://paperless.example.org/api/schema/?format=json\' > newer.json': {
    why: 'needs a Paperless that describes itself',
  },
  'npm run openapi:update newer.json': {
    why: 'would change this project; the command is run in a copy of it',
    seen: ['test/openapi/update.test.ts', 'as a command: writes'],
  },
  'sudo paperless-index status': { why: 'needs NixOS', seen: ['nix/tests/vm.nix', 'paperless-index status'] },
  'sudo paperless-index doctor': { why: 'needs NixOS; the arguments are parsed here' },
  'sudo paperless-index --dry-run --limit 5': {
    why: 'needs NixOS',
    seen: ['nix/tests/vm.nix', 'paperless-index --dry-run --limit 5'],
  },
  'sudo paperless-ask "What was the total of the last invoice?"': {
    why: 'needs NixOS; the arguments are parsed here',
  },
};

/** Commands in running text that are neither scripts of package.json, nor our programs, nor about our units. */
export const NOT_RUN_INLINE: Readonly<Record<string, Exception>> = {
  '.ci/run': { why: 'it runs this suite' },
  'npm ci': { why: 'it was run before this suite', seen: ['.ci/run', 'npm ci'] },
  'docker compose exec webserver document_exporter ../export': { why: 'needs a Paperless in Docker' },
  'nixos-rebuild switch': { why: 'needs NixOS', seen: ['nix/tests/vm.nix', 'paperless-rag'] },
  'tar -xJf node-v24.*.tar.xz -C /usr/local --strip-components=1': { why: 'needs a download' },
  'umask 077; cat > paperless-token': {
    why: 'waits for a person',
    seen: ['test/systemd/guest.suite.ts', 'paperless-token'],
  },
  'systemctl edit': { why: 'opens an editor', seen: ['test/systemd/shell.ts', 'addDropIn'] },
  'systemctl edit paperless-ask.service': { why: 'opens an editor', seen: ['test/systemd/shell.ts', 'addDropIn'] },
  'systemctl disable --now': { why: 'a part of a command of "Uninstall"' },
  'systemctl stop': { why: 'a part of a command of "Stop"' },
  'systemctl status': { why: 'says what any unit is about' },
  "systemctl list-units 'run-*'": { why: 'about a command that hangs, which no test does' },
  'restic backup /var/lib/paperless-rag/cursor.json': {
    why: 'needs restic; the path is copied as a backup would',
    seen: ['test/systemd/guest.suite.ts', 'tar -cf /run/backup.tar'],
  },
  'ollama pull': { why: 'needs Ollama and a download' },
  'ollama pull nomic-embed-text': { why: 'needs Ollama and a download' },
  'git diff src/openapi': { why: 'shows what a person reads' },
  'git pull': { why: 'needs a remote repository' },
};

/** Scripts of package.json that neither a walk nor .ci/run runs, and where something does the same. */
export const SCRIPTS: Readonly<Record<string, Exception>> = {
  eval: { why: 'measures, for minutes', seen: ['test/eval/library.test.ts', 'finds what it is known to find'] },
  bench: { why: 'measures, for half an hour', seen: ['test/bench/page.test.ts', 'performance'] },
  docs: {
    why: 'what it would write is compared with what is there',
    seen: ['test/docs/generated.test.ts', 'renderTools'],
  },
  'openapi:update': {
    why: 'would change this project; the command is run in a copy of it',
    seen: ['test/openapi/update.test.ts', 'as a command: writes'],
  },
};
