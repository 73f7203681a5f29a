import type { Sizes } from '../sizes.ts';
import type { Row } from './figure.ts';
import type { Machine } from './machine.ts';

/** One run of the bench: all that is written about it comes from here. */
export interface Report {
  /** The day. */
  readonly date: string;
  readonly minutes: number;
  readonly machine: Machine;
  readonly sizes: Sizes;
  readonly rows: readonly Row[];
}
