import type { RequestIdVariables } from 'hono/request-id';
import type { Asker } from '../ports.ts';

export interface WebEnv {
  readonly Variables: RequestIdVariables & {
    /** Set on the page and below `/api/`, nowhere else. */
    readonly asker: Asker;
  };
}
