import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCommands, ROOT, readDocument, readPage } from './read-blocks.ts';

export interface Surroundings {
  /** Somebody's home folder. */
  readonly home: string;
  /** What the documents write, and what stands there on this machine. */
  readonly replace?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed. */
  readonly input?: string;
}

const PORT = '8015';
/** What `npm run` does, without npm's own start, which takes longer than most of the programs. */
const NPM = toFunction(JSON.parse(readDocument('package.json')).scripts);
/** Commands that serve until somebody ends them. */
const SERVERS = ['npm run demo', 'npm run ask'];
/** `npm ci` was run before any test. */
const DONE = /^npm ci && /;

/**
 * Runs the commands of sections (`document › heading`) in the project's folder, all in one shell, so that what is exported
 * stays so; the first failure ends it. Servers run in the background until the end. Each command is printed before its output.
 */
export async function runWalk(sections: readonly string[], { home, replace = {}, env = {}, input = '' }: Surroundings) {
  const port = await findFreePort();
  const replaced = Object.entries({ [`127.0.0.1:${PORT}`]: `127.0.0.1:${port}`, ...replace });
  const lines = sections.flatMap(readSection).flatMap((command) => {
    const text = replaced.reduce((line, [from, to]) => line.replaceAll(from, to), command.replace(DONE, ''));
    const isServer = SERVERS.includes(text);
    return [`echo ${quote(`$ ${text}`)}`, isServer ? `${text} & ${toWait(port)}` : text];
  });
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', [NPM, ...lines].join('\n')], {
    cwd: ROOT,
    env: {
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      ...env,
      HOME: home,
      ASK_PORT: port,
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    },
    // A group of its own, so that servers can be ended with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  } catch {
    // Nothing of it runs any more.
  }
  await closed;
  return { code, output };
}

function readSection(section: string): string[] {
  const [document = '', heading = ''] = section.split(' › ');
  const blocks = readPage(document).blocks.filter((block) => block.heading === heading && block.language === 'sh');
  return blocks.flatMap(({ text }) => listCommands(text));
}

function toFunction(scripts: Readonly<Record<string, string>>): string {
  const cases = Object.entries(scripts).map(([name, script]) => `${name}) ${script} "$@" ;;`);
  return `npm() { local name=$2; shift 2; [ "\${1-}" != -- ] || shift; case $name in ${cases.join(' ')} *) return 1 ;; esac; }`;
}

function toWait(port: string): string {
  return `until curl -sf http://127.0.0.1:${port}/livez >/dev/null; do kill -0 $!; sleep 0.05; done`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return String(address.port);
}
