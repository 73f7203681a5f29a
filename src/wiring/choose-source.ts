import { ConfigError } from '../errors.ts';

/** The variables that say where documents come from. */
export interface SourceConfig {
  readonly PAPERLESS_API_URL?: string | undefined;
  readonly PAPERLESS_API_TOKEN?: string | undefined;
  readonly PAPERLESS_PUBLIC_URL?: string | undefined;
  readonly PAPERLESS_EXPORT_DIR?: string | undefined;
}

/** The one source of documents. */
export type SourceChoice =
  | { readonly kind: 'export'; readonly folder: string; readonly publicUrl: string | undefined }
  | { readonly kind: 'paperless'; readonly apiUrl: string; readonly token: string; readonly publicUrl: string };

/** Throws `ConfigError` unless exactly one source is configured, and completely. */
export function chooseSource(config: SourceConfig): SourceChoice {
  const {
    PAPERLESS_API_URL: apiUrl,
    PAPERLESS_API_TOKEN: token,
    PAPERLESS_PUBLIC_URL: publicUrl = apiUrl,
    PAPERLESS_EXPORT_DIR: folder,
  } = config;
  if (apiUrl !== undefined && folder !== undefined)
    throw new ConfigError(
      'there are two sources of documents, PAPERLESS_API_URL and PAPERLESS_EXPORT_DIR: unset one of them',
    );
  if (folder !== undefined) return { kind: 'export', folder, publicUrl };
  if (apiUrl === undefined || publicUrl === undefined)
    throw new ConfigError(
      "there is no source of documents: set PAPERLESS_API_URL and PAPERLESS_API_TOKEN_FILE to read a running Paperless, or PAPERLESS_EXPORT_DIR to a folder written by Paperless' document_exporter; paperless-ask --demo needs neither",
    );
  if (token === undefined)
    throw new ConfigError(
      'PAPERLESS_API_URL needs a token: set PAPERLESS_API_TOKEN_FILE to a file that holds one from "My profile" in Paperless',
    );
  return { kind: 'paperless', apiUrl, token, publicUrl };
}
