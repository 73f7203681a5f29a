import type { RequestIdVariables } from 'hono/request-id';
import type { Asker } from '../ports.ts';

export interface WebEnv {
  readonly Variables: RequestIdVariables;
}

/** Whoever reaches this loopback page may read what the token reads. */
export const EVERYONE: Asker = { kind: 'everyone' };
