/** Removals of at most this many documents are never suspicious. */
const ALWAYS_ALLOWED = 20;
const LARGEST_SHARE = 0.1;

export interface Removals {
  /** Documents the index holds and the source doesn't. */
  readonly vanished: number;
  /** Documents the index holds. */
  readonly indexed: number;
  readonly allowMassRemoval: boolean;
}

/** True when so many documents would go that the source is more likely broken, or the token blind, than the papers gone. */
export function isMassRemoval({ vanished, indexed, allowMassRemoval }: Removals): boolean {
  return !allowMassRemoval && vanished > Math.max(ALWAYS_ALLOWED, indexed * LARGEST_SHARE);
}
