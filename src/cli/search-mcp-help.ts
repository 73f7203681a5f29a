const HELP = `paperless-search-mcp lets an AI client search and read your Paperless documents, over MCP on stdin and stdout.

A client starts it; in its configuration stand the command and the environment, at least

  PAPERLESS_API_URL=https://paperless.example.org
  PAPERLESS_API_TOKEN_FILE=/home/anna/.config/paperless-token

and for passages PAPERLESS_ASK_URL=http://127.0.0.1:8015 (a running paperless-ask), or STATE_DIR or QDRANT_URL (the
index itself). With MCP_READ_ONLY=true nothing in Paperless can be changed.

  --help, --version

Try it (with these variables set)
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | paperless-search-mcp
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | MCP_READ_ONLY=true paperless-search-mcp

In a client's configuration
  { "mcpServers": { "paperless": { "command": "paperless-search-mcp", "env": {
    "PAPERLESS_API_URL": "https://paperless.example.org",
    "PAPERLESS_API_TOKEN_FILE": "/home/anna/.config/paperless-token" } } } }

The settings are environment variables: docs/configuration.md. The tools: docs/tools.md
`;

export function toSearchMcpHelp(): string {
  return HELP;
}
