/** Changes a text while it streams. What goes in as one text comes out the same however it is cut into pieces. */
export interface TextFilter {
  /** Takes the next piece; returns what can be passed on by now, holding back only what the next piece may change. */
  push(piece: string): string;
  /** What was held back, once nothing follows. */
  end(): string;
}

/** Passes pieces through filters one after the other. */
export function chainFilters(...filters: readonly TextFilter[]): TextFilter {
  return {
    push: (piece) => filters.reduce((text, filter) => filter.push(text), piece),
    end: () => filters.reduce((text, filter) => filter.push(text) + filter.end(), ''),
  };
}
