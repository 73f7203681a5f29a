import type { Span } from '../../model.ts';

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

export function toPieces(text: string, spans: readonly Span[]): Piece[];
export function toExcerpt(text: string, highlights: readonly Span[], chars?: number): Piece[];
export function findSpans(
  text: string,
  source: { readonly text: string; readonly highlights: readonly Span[] },
): Span[];
