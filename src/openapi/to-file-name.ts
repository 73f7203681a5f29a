/** Of 255 bytes that file systems take, with room for a number. */
const MAX_NAME_BYTES = 200;

/** The name Paperless gives, as one that stays in its folder on every system. */
export function toFileName(disposition: string, fallback: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition);
  const given = decode(encoded) ?? plain?.[1] ?? plain?.[2] ?? '';
  const safe = given.replace(/[\p{C}/\\:*?"<>|]+/gu, '_').replace(/^[-.\s]+|[.\s]+$/g, '');
  return safe === '' ? fallback : cutName(safe);
}

/** The end stays, and with it the ending. */
function cutName(name: string): string {
  const letters = [...name];
  while (Buffer.byteLength(letters.join('')) > MAX_NAME_BYTES) letters.shift();
  return letters.join('');
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}
