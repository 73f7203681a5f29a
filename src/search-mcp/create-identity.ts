import { z } from 'zod';
import { SignInError } from '../errors.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import type { CallOptions } from '../ports.ts';

const Settings = z.object({ user: z.object({ username: z.string().min(1) }) });

/**
 * The headers that name this token's own user to a paperless-ask in `paperless` mode; none without the proxy's secret.
 * Asks Paperless once who that is. Throws `SignInError` when the token may not know.
 */
export function createIdentity(deps: {
  readonly client: PaperlessClient;
  readonly secret: string | undefined;
  readonly header: string;
}): (options: CallOptions) => Promise<Readonly<Record<string, string>>> {
  const { client, secret, header } = deps;
  let name: string | undefined;
  return async (options) => {
    if (secret === undefined) return {};
    name ??= await readOwnName(client, options);
    return { [header]: name, 'X-Ask-Proxy-Secret': secret };
  };
}

async function readOwnName(client: PaperlessClient, options: CallOptions): Promise<string> {
  try {
    return (await client.json({ path: '/api/ui_settings/' }, Settings, options)).user.username;
  } catch (error) {
    if (!(error instanceof SignInError) || error.httpStatus !== 403) throw error;
    throw new SignInError(
      'paperless-ask has to be told which user asks, but this token may not find out its own: grant its user the permission view_uisettings in Paperless.',
      { httpStatus: 403, cause: error },
    );
  }
}
