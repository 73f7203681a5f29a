import type { Config } from '../config/config.ts';
import { REAL_WAITS } from '../http/waits.ts';
import type { Log } from '../log.ts';
import { createDefine } from '../openapi/create-define.ts';
import { loadOperations } from '../openapi/load-operations.ts';
import type { Services } from '../openapi/services.ts';
import { PaperlessClient } from '../paperless/client.ts';
import { PROMPT } from '../paperless/retry.ts';

/** What the tools of paperless-mcp work with. Sends nothing yet. */
export function createApiServices(config: Config<'paperless-mcp'>, log: Log): Services {
  const operations = loadOperations();
  return {
    client: new PaperlessClient({
      apiUrl: config.PAPERLESS_API_URL,
      token: config.PAPERLESS_API_TOKEN,
      retry: PROMPT,
      log,
    }),
    waits: REAL_WAITS,
    uploadDirs: config.MCP_UPLOAD_DIRS,
    maxUploadBytes: config.MCP_UPLOAD_MAX_MB * 1_000_000,
    downloadDir: config.MCP_DOWNLOAD_DIR,
    mayDelete: config.MCP_ALLOW_DELETE,
    operations,
    define: createDefine(operations, config.MCP_ALLOW_DELETE),
  };
}
