import { type KnownError, SignInError } from '../errors.ts';
import type { IndexStatus } from '../sync/read-status.ts';
import { type Check, formatCount, toFailedCheck } from './check.ts';
import { isLocalHost } from './local-host.ts';
import type { PaperlessFacts, Right } from './survey-paperless.ts';

/** What people call it, and Paperless' permission. */
const RIGHTS: Readonly<Record<Right, { readonly plural: string; readonly permission: string }>> = {
  tag: { plural: 'tags', permission: 'view_tag' },
  correspondent: { plural: 'correspondents', permission: 'view_correspondent' },
  document_type: { plural: 'document types', permission: 'view_documenttype' },
  storage_path: { plural: 'storage paths', permission: 'view_storagepath' },
  custom_field: { plural: 'custom fields', permission: 'view_customfield' },
  user: { plural: 'users', permission: 'view_user' },
  group: { plural: 'groups', permission: 'view_group' },
};

export function judgePaperless({ apiUrl, documents, version, rights }: PaperlessFacts): Check[] {
  if (documents.error !== undefined) return [judgeRefusal(documents.error), ...judgeEncryption(apiUrl)];
  const count = formatCount(documents.value, 'document');
  return [
    { name: 'paperless', state: 'ok', message: `Paperless ${version ?? ''} answers`.replace('  ', ' ').concat('.') },
    ...judgeEncryption(apiUrl),
    { name: 'token', state: 'ok', message: `Accepted; its user may view ${count}.` },
    ...[...rights].flatMap(([right, { error }]) => judgeRight(right, error)),
  ];
}

/** Compares what Paperless shows with what the index holds. */
export function judgeCoverage(documents: number, status: IndexStatus | undefined): Check[] {
  if (status?.live === undefined) return [];
  const { excluded } = status;
  const name = 'coverage';
  const missing = documents - status.live.documents - excluded;
  const left = excluded > 0 ? `, ${excluded.toLocaleString('en')} of them left out by their tags` : '';
  if (missing === 0)
    return [{ name, state: 'ok', message: `The index knows all ${formatCount(documents, 'document')}${left}.` }];
  const fix = 'Run paperless-index, and paperless-index --reconcile if that changes nothing.';
  const message =
    missing > 0
      ? `${formatCount(missing, 'document')} of ${documents.toLocaleString('en')} not in the index${left}.`
      : `The index holds ${formatCount(-missing, 'document')} more than can be seen now.`;
  return [{ name, state: 'open', message, fix }];
}

/** The first question failed: the address, the token, or the one permission without which there is nothing to read. */
function judgeRefusal(error: KnownError): Check {
  if (!(error instanceof SignInError)) return toFailedCheck('paperless', error);
  return toFailedCheck(error.httpStatus === 401 ? 'token' : 'view_document', error);
}

function judgeRight(right: Right, error: KnownError | undefined): Check[] {
  const { plural, permission: name } = RIGHTS[right];
  if (error === undefined) return [{ name, state: 'ok', message: `Its user may view ${plural}.` }];
  const isRefused = error instanceof SignInError && error.httpStatus === 403;
  if (!isRefused) return [toFailedCheck(name, error)];
  const message = `Its user may not view ${plural}`;
  const fix = `Give that user the permission ${name} in Paperless.`;
  if (right === 'tag')
    return [{ name, state: 'failed', message: `${message}, so no tag could keep a document out of the index.`, fix }];
  if (right === 'user' || right === 'group')
    return [{ name, state: 'open', message: `${message}; that is only needed to tell people apart.` }];
  return [{ name, state: 'open', message: `${message}, so their names are neither found nor shown.`, fix }];
}

function judgeEncryption(apiUrl: string): Check[] {
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol === 'https:' || isLocalHost(hostname)) return [];
  const message = `The token and all documents travel unencrypted to ${hostname}.`;
  return [{ name: 'encryption', state: 'open', message, fix: 'Set PAPERLESS_API_URL to an https address.' }];
}
