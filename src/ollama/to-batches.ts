export interface BatchLimits {
  readonly texts: number;
  readonly bytes: number;
  /** A text longer than this (characters) goes alone, so that the tokens counted for the batch are its own. */
  readonly aloneAbove: number;
}

/** Cuts `texts` into consecutive batches within the limits. A text above them is a batch of its own. */
export function toBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let open: string[] | undefined;
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text);
    if (text.length > limits.aloneAbove) {
      batches.push([text]);
      open = undefined;
      continue;
    }
    if (open === undefined || open.length >= limits.texts || bytes + size > limits.bytes) {
      open = [];
      bytes = 0;
      batches.push(open);
    }
    open.push(text);
    bytes += size;
  }
  return batches;
}
