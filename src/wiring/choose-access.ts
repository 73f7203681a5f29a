import { ConfigError } from '../errors.ts';

/** The variables that say who may ask. */
export interface AccessConfig {
  readonly ASK_ACCESS: 'everyone' | 'paperless';
  readonly ASK_USER_HEADER: string;
  readonly ASK_PROXY_SECRET?: string | undefined;
  readonly PAPERLESS_EXPORT_DIR?: string | undefined;
}

/** Whom the page answers: everybody who reaches it, or the Paperless user that its reverse proxy names. */
export type AccessChoice =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'paperless';
      /** The header that names the user. */
      readonly userHeader: string;
      /** What only the proxy knows: any program of this machine could send the header. */
      readonly secret: string;
    };

const SECRET_HEADER = 'x-ask-proxy-secret';

/** Throws `ConfigError` for an export folder, which can't tell users apart, and for a page without the proxy's secret. */
export function chooseAccess(config: AccessConfig): AccessChoice {
  const { ASK_ACCESS: access, ASK_USER_HEADER: userHeader, ASK_PROXY_SECRET: secret } = config;
  if (access === 'everyone') return { kind: 'everyone' };
  checkUsers(config);
  if (userHeader.toLowerCase() === SECRET_HEADER)
    throw new ConfigError('ASK_USER_HEADER must not be X-Ask-Proxy-Secret: that header is for the secret');
  if (secret === undefined)
    throw new ConfigError(
      'ASK_ACCESS=paperless needs ASK_PROXY_SECRET_FILE: a file with a long random text, which the reverse proxy sends as X-Ask-Proxy-Secret. Without it any program of this machine could ask as anybody',
    );
  return { kind: 'paperless', userHeader, secret };
}

/** Throws `ConfigError` for an export folder: it doesn't say who is active and what they may see today. */
export function checkUsers({
  ASK_ACCESS: access,
  PAPERLESS_EXPORT_DIR: folder,
}: Pick<AccessConfig, 'ASK_ACCESS' | 'PAPERLESS_EXPORT_DIR'>): void {
  if (access === 'paperless' && folder !== undefined)
    throw new ConfigError(
      "ASK_ACCESS=paperless needs a running Paperless: an export folder can't say what a user may see now. Set PAPERLESS_API_URL instead of PAPERLESS_EXPORT_DIR, or ASK_ACCESS=everyone",
    );
}
