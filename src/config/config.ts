import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, readErrorCode } from '../errors.ts';
import { address, choice, described, flag, optionalWhole, text, whole, words } from './fields.ts';
import { findTypos } from './find-typos.ts';
import {
  chat,
  embedding,
  embeddingRecipe,
  everywhere,
  index,
  logging,
  mcp,
  nameLists,
  paperless,
  proxy,
  retrieval,
  source,
} from './groups.ts';

/** The environment of a process; the programs pass `process.env`, tests pass their own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a secret's file as text; throws when it can't. */
export type ReadFile = (path: string) => string;

const schemas = {
  'paperless-index': z.object({
    ...everywhere,
    ...source,
    ...index,
    QDRANT_SHARDS: described(
      optionalWhole(1, 1_000),
      "Shards of a new index in a Qdrant cluster. Default: Qdrant's own.",
    ),
    QDRANT_REPLICAS: described(optionalWhole(1, 100), "Copies of each shard. Default: Qdrant's own."),
    ...embedding,
    ...embeddingRecipe,
    RAG_EXCLUDE_TAGS: described(
      words('no-ai'),
      'Documents with one of these tags are never indexed. Comma-separated names.',
    ),
    ...retrieval,
    // `doctor` looks whether they answer.
    CHAT_MODEL: chat.CHAT_MODEL,
    CHAT_HOSTS: chat.CHAT_HOSTS,
  }),
  'paperless-ask': z.object({
    ...everywhere,
    ...source,
    ...index,
    ...embedding,
    ...retrieval,
    ...chat,
    ASK_HOST: described(
      z.string().prefault('127.0.0.1'),
      'Address to listen on. Anything but loopback needs `ASK_ALLOW_NON_LOOPBACK`.',
    ),
    ASK_PORT: described(whole(8015, 0, 65_535), 'Port to listen on; 0 takes a free one.'),
    ASK_ALLOW_NON_LOOPBACK: described(flag(false), 'Allow `ASK_HOST` to be reachable from other machines.'),
    PUBLIC_HOSTNAME: described(
      text(),
      'Host name under which a reverse proxy serves the page, beside the loopback names.',
    ),
    ASK_ACCESS: described(
      choice(['everyone', 'paperless'], 'everyone'),
      '`everyone`: whoever reaches the page may read what the token may read. `paperless`: who asks is the Paperless user named by a reverse proxy, and sees what Paperless shows them; the token must be allowed to view users and groups as well.',
    ),
    ...proxy,
    ASK_SCOPE_TTL: described(
      whole(60, 0, 3_600),
      'Seconds for which the rights of users and the permissions of names are kept, with `ASK_ACCESS=paperless`. What an answer is made from is checked afresh each time.',
    ),
    ASK_CONCURRENCY: described(whole(4, 1, 64), 'Answers made at the same time; further questions wait in a queue.'),
    ASK_STALE_HOURS: described(whole(26, 1, 8_760), 'Hours without a successful tick after which the page warns.'),
    ...nameLists,
  }),
  'paperless-search-mcp': z.object({
    ...everywhere,
    ...paperless,
    PAPERLESS_ASK_URL: described(
      address(),
      'Address of a running paperless-ask, like `http://127.0.0.1:8015`: how passages are found. Unset = in the index itself, which then needs `STATE_DIR` or `QDRANT_URL`; with none of them passages are not offered.',
    ),
    ...proxy,
    ...nameLists,
    ...mcp,
    MCP_ASK: described(
      flag(false),
      'Offer a tool that gives a whole answer with citations. Most clients are models themselves and do better with passages.',
    ),
    ...index,
    ...embedding,
    ...retrieval,
    ...chat,
  }),
  'paperless-mcp': z.object({
    ...logging,
    PAPERLESS_API_URL: paperless.PAPERLESS_API_URL,
    PAPERLESS_API_TOKEN: paperless.PAPERLESS_API_TOKEN,
    ...mcp,
    MCP_TOOLSETS: described(
      words(''),
      'Groups of tools, comma-separated: names from docs/tools.md, `default`, `all`, mixed as you like. Unset = `default`.',
    ),
    MCP_TOOLS: described(words(''), 'Single tools beside them, comma-separated.'),
    MCP_EXCLUDE_TOOLS: described(words(''), 'Tools that are never offered, whatever else is set. Comma-separated.'),
    MCP_ALLOW_DELETE: described(
      flag(true),
      'With `false`, nothing that deletes documents or anything else is offered.',
    ),
    MCP_UPLOAD_DIRS: described(words(''), 'Folders, comma-separated, whose files a model may upload. Unset = none.'),
    MCP_UPLOAD_MAX_MB: described(whole(100, 1, 2_000), 'Largest file that is uploaded, in megabytes.'),
    MCP_DOWNLOAD_DIR: described(
      text(),
      'Folder in which downloads are saved. Unset = small ones go into the answer, larger ones are refused.',
    ),
  }),
  // Everything else about it stands on its command line: clients start it with arguments.
  'docs-search-mcp': z.object(logging),
};

export type Program = keyof typeof schemas;
export const PROGRAMS = Object.keys(schemas) as readonly Program[];

/** The parsed variables of one program. Keys are the variables' names. */
export type Config<P extends Program> = z.output<(typeof schemas)[P]> & { readonly STATE_DIR: string };

/** Variables that hold a secret: each may also come from the file named by `<NAME>_FILE`. */
const SECRETS: readonly string[] = ['PAPERLESS_API_TOKEN', 'QDRANT_API_KEY', 'ASK_PROXY_SECRET'];

/**
 * Parses `env` for one program. Empty = unset. Unknown variables are none of our business, unless they look like a
 * misspelt one of ours. Throws one `ConfigError` that lists every problem, without any value.
 */
export function parseConfig<P extends Program>(program: P, env: Environment, readFile: ReadFile): Config<P> {
  const { values, problems } = collectValues(schemas[program].shape, env, readFile);
  // Of all programs: one environment file often serves several of them.
  const given = Object.keys(env).filter((name) => env[name]);
  problems.push(...findTypos(given, listNames()));
  const parsed = schemas[program].safeParse(values);
  if (!parsed.success) {
    // What is wrong with the file of a secret is why the secret isn't there.
    const issues = parsed.error.issues.filter(
      ({ path }) => !problems.some((one) => one.startsWith(`${path.join('.')}_FILE`)),
    );
    problems.push(...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(toMessage(program, problems));
  // Safe: the same schema's output, with the one computed default filled in.
  return { STATE_DIR: defaultStateDir(env), ...parsed.data } as Config<P>;
}

/** One row of docs/configuration.md. `fallback` is undefined for variables without a fixed default. */
export interface VariableDoc {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly description: string;
  readonly secret: boolean;
  readonly programs: readonly Program[];
}

/** Every variable once, in the order of the schemas. */
export function listVariables(): readonly VariableDoc[] {
  const rows = new Map<string, VariableDoc>();
  for (const program of PROGRAMS) {
    for (const [name, field] of Object.entries(schemas[program].shape)) {
      const known = rows.get(name);
      const fallback = field.safeParse(undefined).data;
      rows.set(name, {
        name,
        fallback: fallback === undefined ? undefined : String(fallback),
        description: field.meta()?.description ?? '',
        secret: SECRETS.includes(name),
        // What the first program says of it holds for all.
        ...known,
        programs: [...(known?.programs ?? []), program],
      });
    }
  }
  return [...rows.values()];
}

/** The names of all variables of all programs, those of files with secrets among them. */
function listNames(): readonly string[] {
  const names = new Set(PROGRAMS.flatMap((program) => Object.keys(schemas[program].shape)));
  return [...names, ...SECRETS.map((name) => `${name}_FILE`)];
}

function collectValues(shape: object, env: Environment, readFile: ReadFile) {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of Object.keys(shape)) {
    const direct = env[name] || undefined;
    const file = SECRETS.includes(name) ? env[`${name}_FILE`] || undefined : undefined;
    if (direct !== undefined && file !== undefined)
      problems.push(`${name}: set either ${name} or ${name}_FILE, not both`);
    else if (file !== undefined) {
      try {
        const text = readFile(file).trim();
        if (text === '') problems.push(`${name}_FILE: the file is empty`);
        else values[name] = text;
      } catch (error) {
        problems.push(`${name}_FILE: cannot be read${toReason(error)}`);
      }
    } else if (direct !== undefined) values[name] = direct;
  }
  return { values, problems };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

function toReason(error: unknown): string {
  const code = readErrorCode(error);
  return code === undefined ? '' : `, ${REASONS[code] ?? `the system says ${code}`}`;
}

function toMessage(program: Program, problems: readonly string[]): string {
  const list = problems.map((problem) => `\n  ${problem}`).join('');
  return `${program} cannot start with this environment:${list}`;
}

function defaultStateDir(env: Environment): string {
  if (env.STATE_DIRECTORY) return env.STATE_DIRECTORY;
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'paperless-rag');
}
