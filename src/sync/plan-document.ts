import type { Fingerprint } from '../model.ts';

/** What has to be done for one document. */
export type Action = 'unchanged' | 'metadata' | 'replace' | 'exclude';

/** Compares what the source holds with what the index holds; `known` is undefined for a document that isn't indexed. */
export function planDocument(document: {
  readonly fingerprint: Fingerprint;
  readonly known: Fingerprint | undefined;
  readonly isExcluded: boolean;
}): Action {
  const { fingerprint, known, isExcluded } = document;
  if (isExcluded) return 'exclude';
  if (known === undefined || known.text !== fingerprint.text) return 'replace';
  return known.metadata === fingerprint.metadata && known.permissions === fingerprint.permissions
    ? 'unchanged'
    : 'metadata';
}
