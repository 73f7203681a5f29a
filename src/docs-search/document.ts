/** A file of the folder as it is searched and read. */
export interface Document {
  /** Path below the folder, with `/`. */
  readonly id: string;
  readonly title: string;
  /** Length of the text in UTF-16 code units. */
  readonly chars: number;
  /** The text in UTF-8, half of what a string takes as soon as it holds a dash. Without byte order mark, lines ended by LF. */
  readonly bytes: Buffer;
}

export function toText({ bytes }: Document): string {
  return bytes.toString('utf8');
}

/** A file that is not served, and why: for people, on stderr. */
export interface Skipped {
  readonly id: string;
  readonly reason: string;
}
