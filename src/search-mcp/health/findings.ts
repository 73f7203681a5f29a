import type { Id } from '../../model.ts';

/** A workflow that would run on every document that is saved again. */
export interface BlockingWorkflow {
  readonly id: Id;
  readonly name: string;
}

/** What one call has found out and done so far. */
export interface Findings {
  /** Documents in the database, as this token sees them; undefined = not known. */
  total: number | undefined;
  /** Paperless' own word about its index, null where it may not be asked. */
  indexStatus: string | null;
  indexError: string | null;
  isBroken: boolean;
  isPastEnd: boolean;
  /** Old enough, of this page. Undefined until the page has been read. */
  sample: readonly Id[] | undefined;
  readonly found: Set<Id>;
  readonly missing: Set<Id>;
  /** A single probe was refused as if it were no query. */
  isRejected: boolean;
  control: { readonly id: Id; readonly isFound: boolean } | undefined;
  isHealAttempted: boolean;
  blocked: 'workflows' | 'workflows_unverifiable' | null;
  blocking: readonly BlockingWorkflow[];
  excluded: readonly Id[];
  readonly touched: Set<Id>;
  readonly skipped: Set<Id>;
  readonly healed: Set<Id>;
  readonly stillMissing: Set<Id>;
  /** Touched ones whose file has later versions: only a reindex finds their newest text. */
  readonly versioned: Set<Id>;
  /** Why the call ended before its work was done, in words for people. */
  cutBy: string | undefined;
}

export function createFindings(): Findings {
  return {
    total: undefined,
    indexStatus: null,
    indexError: null,
    isBroken: false,
    isPastEnd: false,
    sample: undefined,
    found: new Set(),
    missing: new Set(),
    isRejected: false,
    control: undefined,
    isHealAttempted: false,
    blocked: null,
    blocking: [],
    excluded: [],
    touched: new Set(),
    skipped: new Set(),
    healed: new Set(),
    stillMissing: new Set(),
    versioned: new Set(),
    cutBy: undefined,
  };
}

/** True when this very call saw a probe find a document: a miss is then a miss. */
export function isProbeProven({ found, control, healed }: Findings): boolean {
  return found.size > 0 || control?.isFound === true || healed.size > 0;
}
