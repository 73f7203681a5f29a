// Variables of several programs, by what they are about.
import { z } from 'zod';
import { address, choice, described, flag, header, name, secret, share, text, whole, words } from './fields.ts';

export const logging = {
  LOG_LEVEL: described(choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'), 'Least level written to stderr.'),
};

export const everywhere = {
  STATE_DIR: described(
    text(),
    'Folder for the cursor, the lock and the embedded index. Default: `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/paperless-rag`, else `~/.local/state/paperless-rag`.',
  ),
  ...logging,
};

export const source = {
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

export const index = {
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

export const embedding = {
  EMBEDDING_HOST: described(
    address({ bareHost: true, credentials: true }),
    'Address of the Ollama that makes embeddings, with or without `http://`, like `127.0.0.1:11434`. Unset = documents are searched by words only. A user and password for a proxy in front of it may stand in the address.',
  ),
};

export const embeddingRecipe = {
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

export const retrieval = {
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

export const chat = {
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
export const paperless = {
  PAPERLESS_API_URL: described(
    z.nonoptional(address(), NEEDED),
    'Address of Paperless, with or without `/api` at its end. Needs `PAPERLESS_API_TOKEN`.',
  ),
  PAPERLESS_API_TOKEN: described(
    z.nonoptional(
      secret(),
      `${NEEDED}, or PAPERLESS_API_TOKEN_FILE to a file that holds a token from "My profile" in Paperless`,
    ),
    'API token of a Paperless user ("My profile" there). What this user may do there can be done through this program.',
  ),
  PAPERLESS_PUBLIC_URL: source.PAPERLESS_PUBLIC_URL,
};

export const mcp = {
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

export const nameLists = {
  RAG_CORRESPONDENTS_TTL: described(
    whole(300, 0, 86_400),
    'Seconds for which the lists of correspondents, tags and types are kept.',
  ),
};

export const proxy = {
  ASK_USER_HEADER: described(
    header('X-Remote-User'),
    'Header in which the reverse proxy names the user, with `ASK_ACCESS=paperless`. The proxy has to drop what its clients send under this name.',
  ),
  ASK_PROXY_SECRET: described(
    secret(),
    'What only the reverse proxy knows and sends as `X-Ask-Proxy-Secret`: a long random text. Needed with `ASK_ACCESS=paperless`, since any program of this machine could send the name of a user.',
  ),
};
