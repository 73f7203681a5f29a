import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { maskPairs } from '../mcp/mask-secrets.ts';
import type { ToolAnswer, ToolCall } from '../mcp/tool.ts';
import type { PaperlessAnswer } from '../paperless/exchange.ts';
import { parseJson } from '../paperless/parse-json.ts';
import { isWebPage } from '../paperless/quote.ts';
import { answerFile } from './answer-file.ts';
import { buildRequest, type UploadedFile } from './build-request.ts';
import { checkBulkParameters } from './bulk-methods.ts';
import { checkArguments } from './check-arguments.ts';
import { type FieldValue, mergeFieldValues, resolveFieldValues, toFieldValues } from './custom-fields.ts';
import type { DefinedOperation } from './define-operation.ts';
import { guardWidening } from './guard-widening.ts';
import type { Operation } from './operation.ts';
import { readUpload } from './read-upload.ts';
import type { Services } from './services.ts';
import { shapeAnswer } from './shape-answer.ts';
import { waitForTask } from './wait-for-task.ts';

type Values = Record<string, unknown>;

/** Of a download, or an upload. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const FILE_TIMEOUT_MS = 300_000;

/** One call: checks everything first, sends, and makes an answer of what comes back. */
export async function runOperation(
  defined: DefinedOperation,
  args: unknown,
  services: Services,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { operation, file } = defined;
  const checked = checkArguments(args, defined);
  const upload = await readFile(checked, file, services);
  const { values: safe, touched } = await guardWidening(operation, checked, services, call.signal);
  const values = await resolveValues(operation, safe, services, call.signal);
  const request = buildRequest(defined, values, upload);
  const answer = await services.client.request(
    operation.isFile || upload !== undefined
      ? { ...request, maxBytes: MAX_FILE_BYTES, timeoutMs: FILE_TIMEOUT_MS }
      : request,
    { signal: call.signal },
  );
  if (operation.isFile && !isText(answer))
    return answerFile(answer, {
      folder: services.downloadDir,
      fallback: `${operation.name}-${values.id ?? 'file'}`,
      isThumbnail: operation.path.endsWith('/thumb/'),
    });
  const value = readAnswer(answer, operation);
  if (file !== undefined && typeof value === 'string' && request.body instanceof FormData) {
    // A version has an id of its own, under which there is no document.
    const idName = operation.path.endsWith('/update_version/') ? 'version_id' : 'document_id';
    return { value: await waitForTask(value, idName, services, call) };
  }
  return toAnswer(value, operation.toolset, values, touched);
}

/** What the API wants in another form than people give it. */
async function resolveValues(
  { method: verb, path }: Operation,
  given: Values,
  services: Services,
  signal: AbortSignal,
): Promise<Values> {
  const { client, mayDelete } = services;
  const values = { ...given };
  if (path === '/api/documents/bulk_edit/') {
    const method = String(values.method);
    const parameters = checkBulkParameters(method, values.parameters, mayDelete);
    if (method === 'modify_custom_fields')
      parameters.add_custom_fields = await resolveAdded(parameters, services, signal);
    return { ...values, parameters };
  }
  const isUpload = path === '/api/documents/post_document/';
  // Noon, so that no time zone makes another day of it.
  if (isUpload && values.created !== undefined) values.created = `${values.created}T12:00:00Z`;
  const isDocument = verb === 'PATCH' && path === '/api/documents/{id}/';
  if (values.custom_fields === undefined || !(isUpload || isDocument)) return values;
  const { replace_custom_fields: isWhole, ...rest } = values;
  const resolved = await resolveFieldValues(requireFields(values.custom_fields), client, signal);
  if (isUpload) return { ...rest, custom_fields: toRecord(resolved) };
  const merged = isWhole === true ? resolved : await mergeFieldValues(Number(values.id), resolved, client, signal);
  return { ...rest, custom_fields: merged };
}

/** A list of ids adds fields without values. */
async function resolveAdded({ add_custom_fields: added }: Values, { client }: Services, signal: AbortSignal) {
  if (Array.isArray(added) && added.every(Number.isSafeInteger)) return added;
  return toRecord(await resolveFieldValues(requireFields(added), client, signal));
}

function requireFields(given: unknown): FieldValue[] {
  const values = toFieldValues(given);
  if (values !== undefined) return values;
  throw new UsageError('custom_fields must be like [{"field":3,"value":"…"}] or {"3":"…"}.', {
    field: 'custom_fields',
  });
}

function toRecord(values: readonly FieldValue[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ field, value }) => [field, value]));
}

async function readFile(
  values: Values,
  file: DefinedOperation['file'],
  { uploadDirs, maxUploadBytes }: Services,
): Promise<UploadedFile | undefined> {
  if (file === undefined || values[file.argument] === undefined) return undefined;
  return { field: file.name, file: await readUpload(String(values[file.argument]), uploadDirs, maxUploadBytes) };
}

function isText({ headers }: PaperlessAnswer): boolean {
  // Pages of a proxy; a download that is a web page itself comes with its name.
  return !headers.has('content-disposition') && /html|json/.test(headers.get('content-type') ?? '');
}

/** JSON where it is JSON, a plain text where it is one; a web page is neither, and an error. */
function readAnswer(answer: PaperlessAnswer, { method, path }: Operation): unknown {
  if (answer.bytes.byteLength === 0 && method !== 'GET') return { done: true };
  const type = answer.headers.get('content-type') ?? '';
  const text = new TextDecoder().decode(answer.bytes);
  // Nothing is no answer to a question.
  if (text !== '' && !/\bjson\b/.test(type) && !isWebPage(text)) return text;
  const outcome = parseJson(answer, z.unknown(), `${method} ${path}`);
  if ('value' in outcome) return outcome.value;
  throw outcome.error;
}

function toAnswer(value: unknown, toolset: string, values: Values, touched: number | undefined): ToolAnswer {
  const page = Number(values.page ?? 1);
  const isContentWhole = Array.isArray(values.fields) && values.fields.includes('content');
  const shaped = shapeAnswer(value, { page, isContentWhole });
  // Lines of a log may quote what nobody should see.
  const safe = toolset === 'logs' || typeof shaped === 'string' ? maskTexts(shaped) : shaped;
  const echo = touched === undefined ? safe : { answer: safe, filters: values.filters ?? {}, touched };
  return { value: echo, continueWith: 'Ask for a smaller page_size, for the next page, or for fewer fields.' };
}

function maskTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskTexts);
  return typeof value === 'string' ? maskPairs(value) : value;
}
