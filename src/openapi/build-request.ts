import { UsageError } from '../errors.ts';
import type { PaperlessRequest } from '../paperless/exchange.ts';
import type { QueryValue } from '../paperless/query.ts';
import type { DefinedOperation } from './define-operation.ts';
import type { Input } from './operation.ts';

/** A file as it is sent. */
export interface UploadedFile {
  readonly field: string;
  readonly file: File;
}

/**
 * The request that checked arguments stand for: nothing is in it that was not named. Multipart when a file goes with it, or
 * when Paperless takes nothing else.
 */
export function buildRequest(
  { operation, folded }: DefinedOperation,
  values: Readonly<Record<string, unknown>>,
  upload?: UploadedFile,
): PaperlessRequest {
  const { method, inputs, sends } = operation;
  const filters = folded.length > 0 ? toRecord(values.filters) : {};
  const given = inputs.flatMap((input) => {
    const value = values[input.argument] ?? (input.in === 'query' ? filters[input.argument] : values[input.argument]);
    return value === undefined ? [] : [{ input, value }];
  });
  const query = given.filter(({ input }) => input.in === 'query');
  const body = given.filter(({ input }) => input.in === 'body');
  const fields = Object.fromEntries(body.map(({ input, value }) => [input.name, value]));
  return {
    method,
    path: fillPath(operation.path, inputs, values),
    ...(query.length > 0 && {
      query: Object.fromEntries(query.map(({ input, value }) => [input.name, toQueryValue(input, value)])),
    }),
    ...(sends !== undefined && {
      body: sends === 'multipart' || upload !== undefined ? toForm(fields, upload) : fields,
    }),
  };
}

function fillPath(path: string, inputs: readonly Input[], values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const argument = inputs.find((input) => input.in === 'path' && input.name === name)?.argument ?? name;
    const text = String(values[argument]);
    // What leaves the place it was put in would be another operation.
    if (!/^[\w-]+$/.test(text))
      throw new UsageError(`${argument} must be a plain name or number.`, { field: argument });
    return text;
  });
}

function toQueryValue({ isRepeated }: Input, value: unknown): QueryValue {
  if (!Array.isArray(value)) return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
  return isRepeated ? { each: value.map(String) } : value.map(String);
}

function toForm(fields: Readonly<Record<string, unknown>>, upload: UploadedFile | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? ''));
  if (upload !== undefined) form.append(upload.field, upload.file, upload.file.name);
  return form;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  // Safe: any object has string keys.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
