import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  address,
  choice,
  described,
  flag,
  header,
  name,
  optionalWhole,
  secret,
  share,
  text,
  whole,
  words,
} from './config-fields.ts';
import { ConfigError } from './errors.ts';

/** The environment of a process; the programs pass `process.env`, tests pass their own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a secret's file as text; throws when it can't. */
export type ReadFile = (path: string) => string;

const logging = {
  LOG_LEVEL: described(choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'), 'Least level written to stderr.'),
};

const everywhere = {
  STATE_DIR: described(
    text(),
    'Folder for the cursor, the lock and the embedded index. Default: `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/paperless-rag`, else `~/.local/state/paperless-rag`.',
  ),
  ...logging,
};

const source = {
  PAPERLESS_API_URL: described(
    address(),
    'Address of Paperless, with or without `/api` at its end: where documents come from. Needs `PAPERLESS_API_TOKEN`. Either this or `PAPERLESS_EXPORT_DIR`.',
  ),
  PAPERLESS_API_TOKEN: described(
    secret(),
    'API token of a Paperless user ("My profile" there). What this user may view is what is read. Needed: the permissions to view documents and tags; for names and values also correspondents, document types, storage paths and custom fields.',
  ),
  PAPERLESS_PUBLIC_URL: described(
    address(),
    'Address under which people reach Paperless, for links; also the one that made an export. Default: `PAPERLESS_API_URL`.',
  ),
  PAPERLESS_EXPORT_DIR: described(
    text(),
    "A folder written by Paperless' `document_exporter`: where documents come from. Either this or `PAPERLESS_API_URL`.",
  ),
};

const index = {
  QDRANT_URL: described(
    address({ bareHost: true }),
    'Address of Qdrant (1.16 or newer), like `http://127.0.0.1:6333`, to keep the index there. Unset = one SQLite file below `STATE_DIR`.',
  ),
  QDRANT_API_KEY: described(secret(), 'Key of that Qdrant, where it wants one.'),
  QDRANT_COLLECTION: described(
    name('paperless'),
    'Name of the alias of the live index in Qdrant; the collections behind it are called `<name>-<generation>`.',
  ),
};

const embedding = {
  EMBEDDING_HOST: described(
    address({ bareHost: true, credentials: true }),
    'Address of the Ollama that makes embeddings, with or without `http://`, like `127.0.0.1:11434`. Unset = documents are searched by words only. A user and password for a proxy in front of it may stand in the address.',
  ),
};

const embeddingRecipe = {
  EMBEDDING_MODEL: described(
    z.string().prefault('nomic-embed-text'),
    'Embedding model in Ollama. After a change the next run builds a new index beside the one in use. `nomic-embed-text` knows English only; for other languages take a multilingual one, such as `embeddinggemma` or `bge-m3`.',
  ),
  EMBEDDING_DOCUMENT_PREFIX: described(
    text(),
    "Put before each passage that is embedded, instead of the model's own; the word `none` = nothing. Blanks count.",
  ),
  EMBEDDING_QUERY_PREFIX: described(text(), 'The same for questions.'),
};

const retrieval = {
  RAG_TOP_K: described(whole(8, 1, 50), 'Passages per answer when no filter is chosen.'),
  RAG_TOP_K_SCOPED: described(whole(12, 1, 50), 'Passages per answer when a filter is chosen.'),
  RAG_DENSE: described(
    choice(['slots', 'fused', 'off'], 'slots'),
    'How what is near in meaning joins what is found by words. `slots`: in some reserved places of the ranking, which no model can make worse at its top. `fused`: in all of it, better with a model that knows the languages of your documents, worse with any other. `off`: not at all. Matters only with `EMBEDDING_HOST`; `npm run eval` measures all of them on your own questions.',
  ),
  RAG_SCORE_FLOOR: described(
    share(0.25),
    'Least cosine similarity of a passage that is near in meaning but that no word supports, when no filter is chosen.',
  ),
  RAG_SCORE_FLOOR_SCOPED: described(share(0.3), 'The same when a filter is chosen.'),
};

const chat = {
  CHAT_MODEL: described(
    text(),
    'Chat model in Ollama that writes the answers, such as `qwen3:8b`. Unset = answers are quotations.',
  ),
  CHAT_HOSTS: described(
    words('127.0.0.1:11434'),
    'Ollama servers in order of preference, comma-separated. The next one is asked when one fails before its first word.',
  ),
  CHAT_NUM_CTX: described(
    whole(8_192, 1_024, 1_048_576),
    'Context length in tokens, sent with every request. Sources that do not fit are left out.',
  ),
  CHAT_KEEP_ALIVE: described(
    z
      .string()
      .regex(/^(-1|\d{1,9}|(\d{1,6}(\.\d{1,3})?(ms|s|m|h)){1,4})$/, 'must be a duration like 30m, 90s or -1')
      .prefault('30m'),
    'How long Ollama keeps the chat model loaded: like `30m`, a number of seconds, or `-1` for ever.',
  ),
  ASK_HOUSEHOLD: described(
    text(),
    'Who asks, for the chat model: like `I am Anna; my husband is Tom; we live in Ulm.`',
  ),
};

const NEEDED = 'must be set';

/** For programs that are about a running Paperless. */
const paperless = {
  PAPERLESS_API_URL: described(
    z.nonoptional(address(), NEEDED),
    'Address of Paperless, with or without `/api` at its end. Needs `PAPERLESS_API_TOKEN`.',
  ),
  PAPERLESS_API_TOKEN: described(
    z.nonoptional(secret(), NEEDED),
    'API token of a Paperless user ("My profile" there). What this user may do there can be done through this program.',
  ),
  PAPERLESS_PUBLIC_URL: source.PAPERLESS_PUBLIC_URL,
};

const mcp = {
  MCP_READ_ONLY: described(flag(false), 'Offer nothing that changes anything in Paperless.'),
  MCP_MAX_RESULT_CHARS: described(
    whole(60_000, 1_000, 10_000_000),
    'Longest answer of a tool, in characters. A longer one is cut and says so.',
  ),
  MCP_CALL_BUDGET_S: described(
    whole(120, 1, 3_600),
    'Seconds for one call of a tool that works through many documents or waits for Paperless. Many clients give up after 60 themselves.',
  ),
};

const nameLists = {
  RAG_CORRESPONDENTS_TTL: described(
    whole(300, 0, 86_400),
    'Seconds for which the lists of correspondents, tags and types are kept.',
  ),
};

const proxy = {
  ASK_USER_HEADER: described(
    header('X-Remote-User'),
    'Header in which the reverse proxy names the user, with `ASK_ACCESS=paperless`. The proxy has to drop what its clients send under this name.',
  ),
  ASK_PROXY_SECRET: described(
    secret(),
    'What only the reverse proxy knows and sends as `X-Ask-Proxy-Secret`: a long random text. Needed with `ASK_ACCESS=paperless`, since any program of this machine could send the name of a user.',
  ),
};

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
 * Parses `env` for one program. Empty = unset. Unknown variables are none of our business.
 * Throws one `ConfigError` that lists every problem, without any value.
 */
export function parseConfig<P extends Program>(program: P, env: Environment, readFile: ReadFile): Config<P> {
  const { values, problems } = collectValues(schemas[program].shape, env, readFile);
  const parsed = schemas[program].safeParse(values);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
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
        values[name] = readFile(file).trim();
      } catch {
        problems.push(`${name}_FILE: cannot be read`);
      }
    } else if (direct !== undefined) values[name] = direct;
  }
  return { values, problems };
}

function toMessage(program: Program, problems: readonly string[]): string {
  const list = problems.map((problem) => `\n  ${problem}`).join('');
  return `${program} cannot start with this environment:${list}`;
}

function defaultStateDir(env: Environment): string {
  if (env.STATE_DIRECTORY) return env.STATE_DIRECTORY;
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'paperless-rag');
}
