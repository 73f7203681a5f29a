export type Unit = 'ms' | 'MB' | 'passages/s' | 'requests' | 'characters' | 'kB';

/** One thing measured, and what stands beside it in the same run. */
export interface Figure {
  /** Part and name, `search.words`: what bars.ts calls it. */
  readonly id: string;
  readonly what: string;
  readonly unit: Unit;
  readonly ours: number;
  readonly beside?: { readonly what: string; readonly value: number };
  /** What ours takes above what stands beside it, where pairs of both say it better than the difference does. */
  readonly added?: number;
  /** Where it grows with the library: how large that was. */
  readonly passages?: number;
}

/** A figure with what follows from it. */
export interface Row extends Figure {
  /** Ours by what stands beside it. */
  readonly ratio?: number;
  /** As people read it: `≤ 2.5×`. Nothing where no bar was set. */
  readonly bar?: string;
  /** Left out where there is no bar, or where this run says nothing about it. */
  readonly isMet?: boolean;
}
