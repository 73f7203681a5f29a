import { open, realpath, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { readErrorCode, StorageError, UsageError } from '../errors.ts';
import { findImageType } from '../files/image-type.ts';
import type { ToolAnswer } from '../mcp/tool.ts';
import type { PaperlessAnswer } from '../paperless/exchange.ts';
import { toFileName } from './to-file-name.ts';

/** Clients refuse results of more than a million characters. */
const MAX_BYTES_IN_ANSWER = 700_000;

const MAX_NAMES = 1_000;

/**
 * Bytes as an answer: a thumbnail as an image, anything else as a file in `folder`, or, without one, as a resource if it is
 * small. A file that is there is never replaced.
 */
export async function answerFile(
  { headers, bytes }: PaperlessAnswer,
  { folder, fallback, isThumbnail }: { folder: string | undefined; fallback: string; isThumbnail: boolean },
): Promise<ToolAnswer> {
  const mimeType = headers.get('content-type')?.split(';', 1)[0]?.trim() ?? 'application/octet-stream';
  const image = findImageType(bytes);
  const about = { bytes: bytes.byteLength, mime_type: mimeType };
  if (isThumbnail && image !== undefined && bytes.byteLength <= MAX_BYTES_IN_ANSWER)
    return { value: about, blocks: [{ type: 'image', data: toBase64(bytes), mimeType: image }] };
  const name = toFileName(headers.get('content-disposition') ?? '', fallback);
  if (folder !== undefined) return { value: { saved_to: await save(bytes, folder, name), ...about } };
  if (bytes.byteLength > MAX_BYTES_IN_ANSWER)
    throw new UsageError(
      `The file has ${bytes.byteLength} bytes, too many for an answer. Whoever set this server up can name a folder for downloads in MCP_DOWNLOAD_DIR.`,
    );
  const uri = `paperless://download/${encodeURIComponent(name)}`;
  return { value: about, blocks: [{ type: 'resource', resource: { uri, mimeType, blob: toBase64(bytes) } }] };
}

async function save(bytes: Uint8Array, folder: string, name: string): Promise<string> {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; number < MAX_NAMES; number++) {
    try {
      const path = join(await realpath(folder), number === 1 ? name : `${stem} (${number})${ending}`);
      // Fails for whatever is there, a link as well.
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      return path;
    } catch (error) {
      if (readErrorCode(error) === 'EEXIST') continue;
      throw new StorageError('The download could not be saved in MCP_DOWNLOAD_DIR.', { cause: error });
    }
  }
  throw new StorageError(`There are too many files named ${name} in MCP_DOWNLOAD_DIR.`);
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
