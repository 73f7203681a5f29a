/** A file of the folder as it is searched and read. */
export interface Document {
  /** Path below the folder, with `/`. */
  readonly id: string;
  readonly title: string;
  /** Without byte order mark, lines ended by LF. */
  readonly text: string;
}

/** A file that is not served, and why: for people, on stderr. */
export interface Skipped {
  readonly id: string;
  readonly reason: string;
}
