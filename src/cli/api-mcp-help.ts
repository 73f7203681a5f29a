const HELP = `paperless-mcp gives an AI client the whole API of your Paperless, over MCP on stdin and stdout: one tool per operation.

A client starts it; in its configuration stand the command and the environment, at least

  PAPERLESS_API_URL=https://paperless.example.org
  PAPERLESS_API_TOKEN_FILE=/home/anna/.config/paperless-token

What is offered
  MCP_TOOLSETS=default,users   groups of tools; unset = default, all = everything
  MCP_TOOLS, MCP_EXCLUDE_TOOLS  single tools, added or taken away
  MCP_READ_ONLY=true            nothing that changes anything
  MCP_ALLOW_DELETE=false        nothing that deletes
  MCP_UPLOAD_DIRS, MCP_DOWNLOAD_DIR  folders for files; unset = no uploads, small downloads only

Tokens, passwords and two-factor codes are never offered, whatever is set.

  --help, --version

Try it
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | paperless-mcp

The settings are environment variables: docs/configuration.md. The tools: docs/tools.md
`;

export function toApiMcpHelp(): string {
  return HELP;
}
