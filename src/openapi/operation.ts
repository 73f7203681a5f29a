import type { JsonObject } from '../mcp/tool.ts';

/** One operation of the API as operations.json keeps it: what the description says, cleaned, references resolved. */
export interface Operation {
  /** As in the description. */
  readonly id: string;
  /** Of the tool: `id`, or a shorter alias. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{id}` placeholders and the trailing slash. */
  readonly path: string;
  /** First segment after `/api/`. */
  readonly toolset: string;
  readonly about: string;
  readonly isDeprecated?: true;
  /** What its body is sent as. Left out: it has none. */
  readonly sends?: 'json' | 'multipart';
  /** Answers with bytes that are no text. */
  readonly isFile?: true;
  readonly inputs: readonly Input[];
}

/** One thing a call can say. `argument` is unique in its operation, `name` is the one on the wire. */
export interface Input {
  readonly argument: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly isRequired?: true;
  /** The name once per value, not a comma list. */
  readonly isRepeated?: true;
  /** OpenAPI's, without references; `nullable` where null means something. */
  readonly schema: JsonObject;
}
