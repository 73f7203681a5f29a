import { MAX_ATTEMPTS } from '../sync/failures.ts';
import type { FailureStatus } from '../sync/list-failures.ts';
import { cleanLine } from './clean-text.ts';
import type { Output } from './output.ts';

/** One line a document. */
export function writeFailures(output: Output, failures: readonly FailureStatus[]): void {
  if (failures.length === 0) {
    output.line('No document has failed.');
    return;
  }
  for (const { document_id: id, attempts, set_aside: isSetAside, reason } of failures) {
    const state = isSetAside ? 'set aside' : `attempt ${attempts} of ${MAX_ATTEMPTS}`;
    output.line(`${output.style('bold', `document ${id}`)} (${state}): ${cleanLine(reason)}`);
  }
  if (failures.some(({ set_aside: isSetAside }) => isSetAside)) {
    output.line('To try them again: paperless-index failures --retry');
  }
}
