import { z } from 'zod';
import { withManifest } from './manifest-files.ts';

/** Before 2.9 the file had the other name. */
const FILES = ['metadata.json', 'version.json'];
const MAX_BYTES = 64 * 1024;
const metadata = z.object({ version: z.string().regex(/^\d[\w.+-]{0,30}$/) });

/** The version of the Paperless that wrote the export, like `3.0.5`; undefined where the folder doesn't say. */
export async function readVersion(folder: string): Promise<string | undefined> {
  for (const file of FILES) {
    const version = await readFrom(folder, file).catch(() => undefined);
    if (version !== undefined) return version;
  }
  return undefined;
}

function readFrom(folder: string, file: string): Promise<string | undefined> {
  return withManifest(folder, file, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return metadata.safeParse(JSON.parse(buffer.toString('utf8', 0, bytesRead))).data?.version;
  });
}
