const HELP = `docs-search-mcp lets an AI client search and read one folder of Markdown and text files, over MCP on stdin and stdout.

  docs-search-mcp <folder> [flags]

  --ollama-model MODEL   search by meaning as well, with this embedding model of an Ollama
  --ollama-host URL      where that Ollama is (default http://127.0.0.1:11434)
  --cache FILE           keep embeddings in this file from one start to the next
  --chunk CHARS          longest passage (default 1000, at least 100)
  --no-watch             don't notice changes in the folder
  --help, --version

It reads .md, .markdown and .txt files below the folder, and nothing else on this machine. It writes nothing but the
cache.

Try it
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | docs-search-mcp ~/notes
  docs-search-mcp ~/notes --ollama-model nomic-embed-text --cache ~/.cache/notes-embeddings

In a client's configuration
  { "mcpServers": { "notes": { "command": "docs-search-mcp", "args": ["/home/anna/notes"] } } }

Clients put nothing in place of ~. From a packed package that is not installed, "command" is "npx" and "args" are
["-y", "--package=file:/path/to/paperless-rag.tgz", "--", "docs-search-mcp", "/home/anna/notes"].
`;

export function toDocsSearchHelp(): string {
  return HELP;
}
