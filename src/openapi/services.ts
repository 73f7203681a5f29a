import type { Waits } from '../http/waits.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import type { DefinedOperation } from './define-operation.ts';
import type { Operation } from './operation.ts';

/** What running operations needs. */
export interface Services {
  readonly client: PaperlessClient;
  readonly waits: Waits;
  /** Files below these may be uploaded. Empty = none. */
  readonly uploadDirs: readonly string[];
  readonly maxUploadBytes: number;
  /** Where downloads go. Left out: into the answer, if they are small. */
  readonly downloadDir: string | undefined;
  readonly mayDelete: boolean;
  /** All that are known, selected or not: what `filters` of a bulk operation may say stands in those of the list. */
  readonly operations: readonly Operation[];
  /** What a tool's call is checked against, made when it is first called. Throws for a name that is none. */
  readonly define: (name: string) => DefinedOperation;
}
