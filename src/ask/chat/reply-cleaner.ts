/** Changes a text while it streams. What goes in as one text comes out the same however it is cut into pieces. */
export interface ReplyCleaner {
  /** Takes the next piece; returns what can be passed on by now, holding back only what the next piece may change. */
  push(piece: string): string;
  /** What was held back, once nothing follows. */
  end(): string;
}

/** Passes pieces through cleaners one after the other. */
export function chainCleaners(...cleaners: readonly ReplyCleaner[]): ReplyCleaner {
  return {
    push: (piece) => cleaners.reduce((text, cleaner) => cleaner.push(text), piece),
    end: () => cleaners.reduce((text, cleaner) => cleaner.push(text) + cleaner.end(), ''),
  };
}
