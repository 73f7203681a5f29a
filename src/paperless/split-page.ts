const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Places in the bytes of a page of rows. */
export interface PageParts {
  /** The page with a 0 in the place of each row: still JSON where the page is. */
  readonly frame: string;
  /** Where each row begins and ends (exclusive). */
  readonly rows: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Finds the rows of `{"count": 2, "results": [{…}, {…}]}` without reading them: whatever object stands in a list of the
 * top level. Makes no sense of what is no JSON; that is left to whoever parses the frame and the rows.
 */
export function splitPage(bytes: Buffer): PageParts {
  const rows: { start: number; end: number }[] = [];
  let frame = '';
  let depth = 0;
  let start = 0;
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findClosingQuote(bytes, at);
    else if (byte === 0x7b || byte === 0x5b) {
      if (depth === 2 && byte === 0x7b) start = at;
      depth += 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth !== 2 || byte !== 0x7d) continue;
      frame += `${bytes.toString('utf8', end, start)}0`;
      end = at + 1;
      rows.push({ start, end });
    }
  }
  return { frame: frame + bytes.toString('utf8', end), rows };
}

/** The first quote behind the one at `from` that isn't escaped; the last byte when there is none. */
function findClosingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (bytes[before - 1] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return bytes.length - 1;
}
