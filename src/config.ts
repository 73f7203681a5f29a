import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './errors.ts';

/** The environment of a process; the programs pass `process.env`, tests pass their own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a secret's file as text; throws when it can't. */
export type ReadFile = (path: string) => string;

// Building blocks. A field parses the variable's text; what `undefined` parses to is its default.

const text = () => z.string().optional();
const choice = <const T extends readonly [string, ...string[]]>(words: T, fallback: T[number]) =>
  z.enum(words, `must be one of ${words.join(', ')}`).prefault(fallback as never);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .prefault(fallback ? 'true' : 'false')
    .transform((word) => word === 'true');
const whole = (fallback: number, min: number, max: number) => {
  const problem = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, problem)
    .prefault(String(fallback))
    .transform(Number)
    .refine((value) => value >= min && value <= max, problem);
};
const words = (fallback: string) =>
  z
    .string()
    .prefault(fallback)
    .transform((list) => list.split(',').flatMap((word) => word.trim() || []));
const described = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description }) as T;

const everywhere = {
  STATE_DIR: described(
    text(),
    'Folder for the cursor, the lock and the embedded index. Default: `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/paperless-rag`, else `~/.local/state/paperless-rag`.',
  ),
  LOG_LEVEL: described(choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'), 'Least level written to stderr.'),
};

const source = {
  PAPERLESS_API_URL: described(
    text(),
    'Address of Paperless, with or without `/api` at its end: where documents come from. The alternative to `PAPERLESS_EXPORT_DIR`.',
  ),
  PAPERLESS_API_TOKEN: described(
    text(),
    'API token of a Paperless user ("My profile" there). What this user may view is what is read. Needed: the permissions to view documents and tags; for names and values also correspondents, document types, storage paths and custom fields.',
  ),
  PAPERLESS_PUBLIC_URL: described(
    text(),
    'Address under which people reach Paperless, for links. Default: `PAPERLESS_API_URL`.',
  ),
  PAPERLESS_EXPORT_DIR: described(
    text(),
    "A folder written by Paperless' `document_exporter`: where documents come from.",
  ),
};

const retrieval = {
  RAG_TOP_K: described(whole(8, 1, 50), 'Passages per answer when no filter is chosen.'),
  RAG_TOP_K_SCOPED: described(whole(12, 1, 50), 'Passages per answer when a filter is chosen.'),
};

const schemas = {
  'paperless-index': z.object({
    ...everywhere,
    ...source,
    RAG_EXCLUDE_TAGS: described(
      words('no-ai'),
      'Documents with one of these tags are never indexed. Comma-separated names.',
    ),
    ...retrieval,
  }),
  'paperless-ask': z.object({
    ...everywhere,
    ...source,
    ...retrieval,
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
    ASK_CONCURRENCY: described(whole(4, 1, 64), 'Answers made at the same time; further questions wait in a queue.'),
    ASK_STALE_HOURS: described(whole(26, 1, 8_760), 'Hours without a successful tick after which the page warns.'),
    RAG_CORRESPONDENTS_TTL: described(
      whole(300, 0, 86_400),
      'Seconds for which the lists of correspondents, tags and types are kept.',
    ),
  }),
};

export type Program = keyof typeof schemas;
export const PROGRAMS = Object.keys(schemas) as readonly Program[];

/** The parsed variables of one program. Keys are the variables' names. */
export type Config<P extends Program> = z.output<(typeof schemas)[P]> & { readonly STATE_DIR: string };

/** Variables that hold a secret: each may also come from the file named by `<NAME>_FILE`. */
const SECRETS: readonly string[] = ['PAPERLESS_API_TOKEN'];

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
  return { ...parsed.data, STATE_DIR: parsed.data.STATE_DIR ?? defaultStateDir(env) } as Config<P>;
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
      const known = rows.get(name)?.programs ?? [];
      const fallback = field.safeParse(undefined).data;
      rows.set(name, {
        name,
        fallback: fallback === undefined ? undefined : String(fallback),
        description: field.meta()?.description ?? '',
        secret: SECRETS.includes(name),
        programs: [...known, program],
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
