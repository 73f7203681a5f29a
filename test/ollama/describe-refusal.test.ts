import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeRefusal } from '../../src/ollama/describe-refusal.ts';
import { RequestFailure } from '../../src/ollama/request-failure.ts';

describe('describeRefusal', () => {
  for (const [status, said, expected] of [
    [400, '"minilm" does not support chat', "status 400: the model can't do that"],
    [
      500,
      'model requires more system memory (5.6 GiB) than is available (3.1 GiB)',
      'status 500: the model needs more memory than there is',
    ],
    [500, 'json: unsupported value: NaN', 'status 500: the model made no usable numbers of it'],
    [503, 'server busy, please try again. maximum pending requests exceeded', 'status 503: it is busy'],
    [400, 'invalid message: "Who is Gwendolen?"', 'status 400: its own log says why'],
  ] as const)
    it(`says "${expected}" for ${JSON.stringify(said)}`, () => {
      assert.equal(describeRefusal(new RequestFailure(said, { status })), expected);
    });
});
