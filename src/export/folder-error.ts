import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { ConfigError, isKnownError, readErrorCode, UnavailableError } from '../errors.ts';

/** What went wrong with `path` in `folder`, said so that its owner can mend it. Our own errors pass unchanged. */
export async function toFolderError(error: unknown, folder: string, path: string): Promise<unknown> {
  const code = readErrorCode(error);
  if (isKnownError(error) || code === undefined) return error;
  const fail = (message: string) => new ConfigError(`The Paperless export can't be read: ${message}`, { cause: error });
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      if (!(await exists(folder)))
        return fail(`there is no folder ${folder}. Set PAPERLESS_EXPORT_DIR to what document_exporter wrote.`);
      return fail(
        `there is no ${basename(path)} in ${folder}. Set PAPERLESS_EXPORT_DIR to a folder that document_exporter ` +
          'has written to (unpacked, if it was made with --zip).',
      );
    case 'EACCES':
    case 'EPERM':
      return fail(`${path} may not be read by the user of this program. Give it read permission.`);
    default:
      return fail(`${path} can't be read (${code}). Check the disk, then run document_exporter again.`);
  }
}

/** The folder changed while it was read, more than once. */
export function toBusyError(folder: string): UnavailableError {
  return new UnavailableError(
    'paperless',
    `The Paperless export in ${folder} changes while it is read: document_exporter seems to be at work. Try again when it has finished.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}
