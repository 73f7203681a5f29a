import { ConfigError, SignInError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';
import { IdRow, pageOf } from './answers.ts';
import type { PaperlessClient } from './client.ts';

const NEEDED = { '/api/users/': 'view_user', '/api/groups/': 'view_group' } as const;

/** Throws `ConfigError`, naming every missing permission, when the token may not read who may see what. */
export async function checkAccess(client: PaperlessClient, options: CallOptions): Promise<void> {
  const lacks = async (path: string) => {
    try {
      await client.json({ path, query: { page_size: 1 } }, pageOf(IdRow), options);
      return false;
    } catch (error) {
      if (error instanceof SignInError && error.httpStatus === 403) return true;
      throw error;
    }
  };
  const answers = await Promise.all(
    Object.entries(NEEDED).map(async ([path, right]) => ((await lacks(path)) ? right : [])),
  );
  const missing = answers.flat();
  if (missing.length > 0)
    throw new ConfigError(
      `ASK_ACCESS=paperless needs a token that may read users and groups, but the user of PAPERLESS_API_TOKEN lacks ${missing.join(' and ')}. Grant that in Paperless, or use the token of somebody who has it.`,
    );
}
