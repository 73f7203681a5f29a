import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listVariables, PROGRAMS, parseConfig } from '../../src/config/config.ts';
import { findTypos } from '../../src/config/find-typos.ts';
import { ConfigError } from '../../src/errors.ts';

const KNOWN = listVariables().map(({ name }) => name);

/** Of Paperless-ngx itself, of its containers and of programs that are often run beside it. */
const FOREIGN =
  `PATH HOME USER LANG SHELL PWD TERM TZ HOSTNAME LOGNAME NODE_OPTIONS NODE_ENV LOGLEVEL DEBUG STATE_DIRECTORY LOGS_DIRECTORY
XDG_STATE_HOME OLLAMA_HOST OLLAMA_MODEL OLLAMA_KEEP_ALIVE QDRANT_TEST_URL OLLAMA_TEST_URL PAPERLESS_TEST_URL QDRANT__SERVICE__API_KEY
MCP_SERVER_URL MCP_TRANSPORT MCP_TIMEOUT CHAT_ID PORT HOST npm_config_loglevel
USERMAP_UID USERMAP_GID PAPERLESS_URL PAPERLESS_PORT PAPERLESS_BIND_ADDR PAPERLESS_TIME_ZONE PAPERLESS_SECRET_KEY
PAPERLESS_REDIS PAPERLESS_DBHOST PAPERLESS_DBPASS PAPERLESS_DATA_DIR PAPERLESS_EMPTY_TRASH_DIR PAPERLESS_TRASH_DIR PAPERLESS_MEDIA_ROOT
PAPERLESS_CONSUMPTION_DIR PAPERLESS_STATICDIR PAPERLESS_LOGGING_DIR PAPERLESS_ADMIN_USER PAPERLESS_ADMIN_PASSWORD PAPERLESS_ALLOWED_HOSTS
PAPERLESS_CORS_ALLOWED_HOSTS PAPERLESS_CSRF_TRUSTED_ORIGINS PAPERLESS_OCR_LANGUAGE PAPERLESS_OCR_LANGUAGES PAPERLESS_TIKA_ENDPOINT
PAPERLESS_APP_TITLE PAPERLESS_APP_LOGO PAPERLESS_APPS PAPERLESS_AI_ENABLED PAPERLESS_AI_LLM_BACKEND PAPERLESS_AI_LLM_MODEL
PAPERLESS_AI_LLM_API_KEY PAPERLESS_AI_LLM_ENDPOINT PAPERLESS_FORCE_SCRIPT_NAME PAPERLESS_STATIC_URL PAPERLESS_BASE_URL PAPERLESS_HOST
PAPERLESS_TOKEN PAPERLESS_API_KEY PAPERLESS_USERNAME PAPERLESS_NGX_URL PAPERLESS_ENABLE_HTTP_REMOTE_USER_API PAPERLESS_LOGOUT_REDIRECT_URL
PAPERLESS_LLM_INDEX_DIR PAPERLESS_MODEL_FILE PAPERLESS_ACCOUNT_SESSION_REMEMBER PAPERLESS_EMAIL_HOST PAPERLESS_EMAIL_PORT`.split(
    /\s+/,
  );

describe('findTypos', () => {
  for (const [typo, meant] of [
    ['MCP_READONLY', 'MCP_READ_ONLY'],
    ['MCP_READ_ONY', 'MCP_READ_ONLY'],
    ['mcp_read_only', 'MCP_READ_ONLY'],
    ['MCP_ALLOW_DELETES', 'MCP_ALLOW_DELETE'],
    ['MCP_ALOW_DELTE', 'MCP_ALLOW_DELETE'],
    ['EMBEDING_HOST', 'EMBEDDING_HOST'],
    ['RAG_TOPK', 'RAG_TOP_K'],
    ['RAG_EXCLUDE_TAG', 'RAG_EXCLUDE_TAGS'],
    ['PAPERLESS_EXPORT_DIRS', 'PAPERLESS_EXPORT_DIR'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['CHAT_HOST', 'CHAT_HOSTS'],
    ['PAPERLES_API_URL', 'PAPERLESS_API_URL'],
  ] as const)
    it(`${typo} was silently ignored: it is refused and ${meant} named`, () => {
      assert.deepEqual(findTypos([typo], KNOWN), [`${typo}: there is no such setting; did you mean ${meant}?`]);
    });

  it("leaves Paperless' own variables and other programs' alone, though they begin as ours do", () => {
    assert.deepEqual(findTypos(FOREIGN, KNOWN), []);
  });

  it('takes no known name for a slip of another one', () => {
    assert.deepEqual(findTypos(KNOWN, KNOWN), []);
  });
});

describe('parseConfig and misspelt names', () => {
  const needed = { PAPERLESS_API_URL: 'http://127.0.0.1:8000', PAPERLESS_API_TOKEN: 'abc' };

  it('MCP_READONLY=true started paperless-mcp with its deleting tools: every program refuses to start', () => {
    for (const program of PROGRAMS)
      assert.throws(
        () => parseConfig(program, { ...needed, MCP_READONLY: 'true' }, () => ''),
        (error: unknown) =>
          error instanceof ConfigError &&
          error.message.includes('MCP_READONLY: there is no such setting; did you mean MCP_READ_ONLY?'),
        program,
      );
  });

  it('takes an empty one as unset, a variable of another program and a file with a secret as they are', () => {
    const env = {
      ...needed,
      PAPERLESS_API_TOKEN: '',
      PAPERLESS_API_TOKEN_FILE: '/token',
      MCP_READONLY: '',
      RAG_TOP_K: '3',
    };
    assert.equal(parseConfig('paperless-mcp', env, () => 'abc').MCP_READ_ONLY, false);
  });

  it('an empty file with a token was called a bad token: the message says that the file is empty', () => {
    const env = { PAPERLESS_API_URL: needed.PAPERLESS_API_URL, PAPERLESS_API_TOKEN_FILE: '/token' };
    for (const program of ['paperless-index', 'paperless-mcp'] as const)
      assert.throws(() => parseConfig(program, env, () => ' \n'), {
        message: `${program} cannot start with this environment:\n  PAPERLESS_API_TOKEN_FILE: the file is empty`,
      });
  });

  it('MCP servers without a token said "must be set" only: they say where there is one, and of the file', () => {
    for (const program of ['paperless-mcp', 'paperless-search-mcp'] as const)
      assert.throws(
        () => parseConfig(program, { PAPERLESS_API_URL: needed.PAPERLESS_API_URL }, () => ''),
        /PAPERLESS_API_TOKEN: must be set, or PAPERLESS_API_TOKEN_FILE to .* "My profile"/,
      );
  });
});
