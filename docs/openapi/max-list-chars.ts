/** What `tools/list` of the everyday tools of paperless-mcp may take of a model's context. */
export const MAX_LIST_CHARS = 36_000;
