import OpenAPIRequestValidator from 'openapi-request-validator';
import type { LoggedRequest } from '../fakes/paperless/request-log.ts';
import { type DescribedOperation, type Description, readDescription } from './read-description.ts';

type Schema = Record<string, unknown>;

// The package is CommonJS: what it exports by default stands one level deeper.
const Validator = ((OpenAPIRequestValidator as { default?: unknown }).default ??
  OpenAPIRequestValidator) as typeof OpenAPIRequestValidator.default;

/** Judges requests by the OpenAPI description, with a validator that knows nothing of this project. */
export function createRequestJudge() {
  const description = correct(readDescription());
  const validators = new Map<DescribedOperation, InstanceType<typeof Validator>>();
  /** What is wrong with a request; nothing = an empty list. */
  return async function judge(request: LoggedRequest): Promise<string[]> {
    const found = findOperation(description, request);
    if (found === undefined) return [`no operation ${request.method} ${request.path}`];
    const { operation, params } = found;
    const parameters = operation.parameters ?? [];
    const body = await readBody(request, operation, description);
    const validator =
      validators.get(operation) ??
      new Validator({
        parameters: parameters as never,
        ...(operation.requestBody && { requestBody: operation.requestBody as never }),
        componentSchemas: collectSchemas(operation.requestBody, description.components.schemas) as never,
        ajvOptions: { useDefaults: false },
        additionalQueryProperties: false,
        // Names of fields are checked below.
        customFormats: { binary: () => true, int64: () => true, double: () => true },
      } as never);
    validators.set(operation, validator);
    const query = readQuery(request, parameters);
    const errors = validator.validateRequest({ headers: request.headers, params, query, body: body.value } as never);
    const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    return [
      ...((errors as { errors?: { path?: string; message: string }[] } | undefined)?.errors ?? []).map(
        ({ path, message }) => `${path} ${message}`,
      ),
      ...Object.keys(query).flatMap((name) => (known.includes(name) ? [] : [`unknown query parameter ${name}`])),
      ...Object.keys(body.value ?? {}).flatMap((name) => (body.names.includes(name) ? [] : [`unknown field ${name}`])),
    ];
  };
}

/** Where Paperless itself takes something else than its description says: see what `prepareOperations` corrects. */
function correct(description: Description): Description {
  const parameters = description.paths['/api/documents/']!.get!.parameters!;
  for (const { name, schema } of parameters)
    if (/__id__(in|all|none)$/.test(name) && schema.type === 'integer')
      Object.assign(schema, { type: 'array', items: { type: 'integer' } });
  forEachSchema(description.components.schemas, (schema) => {
    // The validator refuses to know what null means where there is no type.
    if (schema.type === undefined) delete schema.nullable;
    // A whole number is a number as well: with `oneOf` it would be neither.
    if (schema.oneOf !== undefined) Object.assign(schema, { anyOf: schema.oneOf, oneOf: undefined });
    if (schema.oneOf === undefined) delete schema.oneOf;
  });
  parameters.push({ name: 'more_like_id', in: 'query', schema: { type: 'integer' } });
  return description;
}

function forEachSchema(value: unknown, visit: (schema: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Schema);
  for (const one of Object.values(value)) forEachSchema(one, visit);
}

/** Those that a body is made of: compiling all of them takes too long. */
function collectSchemas(part: unknown, all: Description['components']['schemas'], found: Record<string, unknown> = {}) {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name in found) continue;
    found[name] = all[name];
    collectSchemas(all[name], all, found);
  }
  return found;
}

function findOperation({ paths }: Description, { method, path }: LoggedRequest) {
  // A word before a placeholder: /documents/delete/ is no document.
  const known = Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length);
  for (const one of known) {
    const operation = paths[one]![method.toLowerCase()];
    const match = new RegExp(`^${one.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (operation === undefined || match === null) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => {
      const schema = operation.parameters?.find(
        (parameter) => parameter.name === name && parameter.in === 'path',
      )?.schema;
      return [name, decode(value, schema ?? {})];
    });
    return { operation, params: Object.fromEntries(params) };
  }
  return undefined;
}

function readQuery({ raw }: LoggedRequest, parameters: NonNullable<DescribedOperation['parameters']>) {
  const query: Record<string, unknown> = {};
  const given = new URLSearchParams(raw.split('?')[1] ?? '');
  for (const name of new Set(given.keys())) {
    const parameter = parameters.find((one) => one.name === name && one.in === 'query');
    const values = given.getAll(name);
    const isList = parameter?.schema.type === 'array';
    const isRepeated = (parameter as { explode?: boolean } | undefined)?.explode === true;
    const items = isList && !isRepeated ? values.join().split(',') : values;
    query[name] = isList
      ? items.map((item) => decode(item, parameter?.schema.items as Schema))
      : decode(values.length === 1 ? values[0]! : values.join('&'), parameter?.schema ?? {});
  }
  return query;
}

async function readBody(
  { body, headers }: LoggedRequest,
  { requestBody }: DescribedOperation,
  description: Description,
) {
  if (requestBody === undefined) return { value: body === '' ? undefined : { body }, names: [] as string[] };
  const type = headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/');
  const content = requestBody.content[isForm ? 'multipart/form-data' : type];
  if (content === undefined) return { value: { [`content type ${type}`]: true }, names: [] };
  const name = String(content.schema.$ref).split('/').at(-1)!;
  const { properties = {} } = description.components.schemas[name] as { properties?: Record<string, Schema> };
  if (!isForm) return { value: JSON.parse(body), names: Object.keys(properties) };
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const fields = [...new Set(form.keys())].map((key) => {
    const schema = properties[key] ?? {};
    const values = form.getAll(key).map((one) => (typeof one === 'string' ? one : 'bytes'));
    const items = values.map((one) => decode(one, (schema.items ?? schema) as Schema));
    return [key, schema.type === 'array' ? items : items[0]];
  });
  return { value: Object.fromEntries(fields), names: Object.keys(properties) };
}

/** A text as the type it stands for; left alone where it does not fit, for the validator to find. */
function decode(text: string, { type }: Schema): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
