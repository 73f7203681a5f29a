const SCHEME = 'docs://';

/** `docs://` and the id, encoded segment by segment: any file name comes back as it was. */
export function toUri(id: string): string {
  return `${SCHEME}${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** The id of such an address, or undefined for any other text. Only a key to look up: it need not exist, and is never a path. */
export function fromUri(uri: string): string | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  try {
    return uri.slice(SCHEME.length).split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}
