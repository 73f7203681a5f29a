import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

export interface DescribedOperation {
  operationId: string;
  description?: string;
  deprecated?: boolean;
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, { schema?: Record<string, unknown> }> }>;
}

const FILE = join(import.meta.dirname, '..', 'fixtures', 'openapi', 'paperless-v10.json');

/** The bundled OpenAPI description, a copy of one's own. */
export function readDescription(): Description {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Description;
}
