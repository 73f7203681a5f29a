import { z } from 'zod';
import type { JsonObject } from '../../src/mcp/tool.ts';
import type { Input, Operation } from '../../src/openapi/operation.ts';
import { describeOperation } from './describe-operation.ts';
import { isNeverExposed } from './never-exposed.ts';
import { resolveSchema, toAbout } from './resolve-schema.ts';
import { shortenNames } from './shorten-names.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const anyObject = z.record(z.string(), z.unknown());
const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  explode: z.boolean().optional(),
  description: z.string().default(''),
  schema: anyObject,
});
const content = z.record(z.string(), z.looseObject({ schema: anyObject.optional() })).default({});
const operationSchema = z.looseObject({
  operationId: z.string().regex(/^[a-z][a-z0-9_]*$/),
  description: z.string().default(''),
  deprecated: z.boolean().default(false),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content })),
});
type Raw = z.output<typeof operationSchema> & { readonly method: (typeof METHODS)[number]; readonly path: string };

const descriptionSchema = z.looseObject({
  openapi: z.string().startsWith('3.'),
  paths: z.record(z.string().regex(/^\/api\/(?:[a-z0-9_{}]+\/)+$/), z.record(z.string(), z.unknown())),
});

/** A text on so many operations is that of a base class. */
const MIXIN_COUNT = 5;

/**
 * The operations of an OpenAPI description that may become tools, ordered by path and method: without what is never
 * exposed, and without PUT where the same path has PATCH. Throws for what is no description of Paperless, and for one
 * that calls two of them the same.
 */
export function prepareOperations(description: unknown): Operation[] {
  const { paths } = descriptionSchema.parse(description);
  const all = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method.toLowerCase()];
      return raw === undefined ? [] : [{ ...operationSchema.parse(raw), method, path }];
    }),
  );
  const texts = Map.groupBy(all, (raw) => raw.description.trim());
  const kept = all.filter(
    ({ method, path }) =>
      !isNeverExposed(method, path) && !(method === 'PUT' && paths[path] !== undefined && 'patch' in paths[path]),
  );
  const ids = Map.groupBy(kept, ({ operationId }) => operationId);
  for (const [id, [one, other]] of ids)
    if (one !== undefined && other !== undefined)
      throw new Error(`two operations are called ${id}: ${one.method} ${one.path} and ${other.method} ${other.path}`);
  const names = shortenNames(kept.map(({ operationId }) => operationId));
  return kept
    .map((raw) => {
      const isMixin = raw.description.trim() === '' || (texts.get(raw.description.trim())?.length ?? 0) >= MIXIN_COUNT;
      const about = isMixin ? describeOperation(raw.operationId, raw.method, raw.path) : toAbout(raw.description);
      // Safe: a description is an object, as its schema has found.
      return toOperation(raw, names.get(raw.operationId) ?? raw.operationId, about, description as JsonObject);
    })
    .sort((a, b) =>
      a.path < b.path ? -1 : a.path > b.path ? 1 : METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
    );
}

function toOperation(raw: Raw, name: string, about: string, description: JsonObject): Operation {
  const { method, path } = raw;
  const toolset = path.split('/')[2] ?? '';
  const media = raw.requestBody?.content ?? {};
  // JSON wherever it is taken, whatever stands first.
  const sends = media['application/json'] ? 'json' : media['multipart/form-data'] ? 'multipart' : undefined;
  const body = (sends === 'json' ? media['application/json'] : media['multipart/form-data'])?.schema;
  return {
    id: raw.operationId,
    name,
    method,
    path,
    toolset,
    about,
    ...(raw.deprecated && { isDeprecated: true }),
    ...(sends !== undefined && { sends }),
    ...(answersFile(raw) && { isFile: true }),
    inputs: [
      ...toParameters(raw, description, toolset),
      ...(FORGOTTEN[`${method} ${path}`] ?? []),
      ...toFields(raw, body, description, toolset),
    ],
  };
}

/** What Paperless takes though its description does not say so. */
const FORGOTTEN: Readonly<Record<string, readonly Input[]>> = {
  'GET /api/documents/': [{ argument: 'more_like_id', name: 'more_like_id', in: 'query', schema: { type: 'integer' } }],
};

function toParameters({ parameters, method, path }: Raw, description: JsonObject, toolset: string): Input[] {
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  return parameters.flatMap(({ name, in: place, required, explode, schema, ...rest }) => {
    if (place !== 'path' && place !== 'query') return [];
    const collides = place === 'query' && inPath.includes(name);
    // The note's id stands on reading and writing as well, where it means nothing.
    if (collides && method !== 'DELETE' && /only for DELETE/i.test(rest.description)) return [];
    const resolved = resolveSchema(schema, description, toolset);
    const about = toAbout(rest.description);
    return {
      argument: collides ? `${toSingularSegment(path)}_${name}` : name,
      name,
      in: place,
      ...((required || collides) && { isRequired: true }),
      ...(explode === true && { isRepeated: true }),
      schema: { ...correct(name, place, path, resolved), ...(about !== '' && !collides && { description: about }) },
    };
  });
}

function toFields(
  { parameters }: Raw,
  body: JsonObject | undefined,
  description: JsonObject,
  toolset: string,
): Input[] {
  if (body === undefined) return [];
  const { properties = {}, required = [] } = resolveSchema(body, description, toolset);
  const taken = parameters.map(({ name }) => name);
  // Safe: resolveSchema writes both.
  return Object.entries(properties as Record<string, JsonObject>).map(([name, schema]) => ({
    argument: taken.includes(name) ? `body_${name}` : name,
    name,
    in: 'body',
    ...((required as string[]).includes(name) && { isRequired: true }),
    schema,
  }));
}

/** Where the description is known to be wrong. */
function correct(name: string, place: string, path: string, schema: JsonObject): JsonObject {
  // Paperless takes comma lists.
  if (/__id__(in|all|none)$/.test(name) && schema.type === 'integer')
    return { type: 'array', items: { type: 'integer' } };
  if (place === 'path' && path.startsWith('/api/documents/{id}/') && name === 'id') return { type: 'integer' };
  return schema;
}

/** `/api/documents/{id}/notes/` is about a `note`. */
function toSingularSegment(path: string): string {
  return (path.split('/').filter(Boolean).at(-1) ?? '').replace(/s$/, '');
}

/** Also where they are declared as JSON: a text of format binary is none. */
function answersFile({ responses }: Raw): boolean {
  return Object.entries(responses).some(
    ([status, { content }]) =>
      status.startsWith('2') &&
      Object.entries(content).some(([type, { schema }]) => schema?.format === 'binary' || type === 'application/zip'),
  );
}
