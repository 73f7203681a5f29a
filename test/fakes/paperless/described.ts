import type { Description } from '../../openapi/read-description.ts';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Description['components']['schemas'];

/** Answers every operation of an OpenAPI description with what its own response schema allows, as plainly as possible. */
export function createDescribedPaperless(description: Description): typeof fetch {
  const operations = Object.entries(description.paths)
    // A word before a placeholder.
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, item]) => ({ pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), item }));
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const method = request.method.toLowerCase();
    const operation = operations.find(({ pattern, item }) => pattern.test(pathname) && item[method])?.item[method];
    if (operation === undefined) return Response.json({ detail: 'Not found.' }, { status: 404 });
    const [status = '200', { content = {} } = {}] =
      Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
    const [[type, { schema = {} }] = ['', {}]] = Object.entries(content);
    // Described without an answer, a question has one all the same.
    if (type === '' && method === 'get') return Response.json({});
    if (type === '') return new Response(null, { status: Number(status) === 200 ? 200 : 204 });
    if (schema.format === 'binary')
      return new Response('bytes', { headers: { 'content-type': 'application/octet-stream' } });
    return Response.json(sample(schema, description.components.schemas), { status: Number(status) });
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  'date-time': '2024-02-29T12:00:00Z',
  uri: 'https://example.org/',
  email: 'anna@example.org',
};

/** A value that a schema allows: all properties, one item, the first choice. */
export function sample(schema: Schema, schemas: Schemas = {}, depth = 0): unknown {
  const { $ref, allOf, oneOf, nullable } = schema;
  if (depth > 6) return null;
  if (typeof $ref === 'string') return sample(schemas[$ref.split('/').at(-1)!] as Schema, schemas, depth + 1);
  const [part] = (allOf ?? oneOf ?? []) as readonly Schema[];
  if (part !== undefined) return sample(part, schemas, depth + 1);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [sample((schema.items ?? {}) as Schema, schemas, depth + 1)];
    case 'string':
      return FORMATS[String(schema.format)] ?? 'text';
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      return Object.fromEntries(properties.map(([name, one]) => [name, sample(one, schemas, depth + 1)]));
    }
    default:
      return nullable === true ? null : {};
  }
}
