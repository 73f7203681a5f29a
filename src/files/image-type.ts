/**
 * The type of a picture by its first bytes; undefined for anything a page should not show. Names and headers prove nothing, and
 * the browser is told to trust the type.
 */
export function findImageType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return undefined;
}
