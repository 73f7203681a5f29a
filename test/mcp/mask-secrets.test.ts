import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createMask, MASKED, maskPairs } from '../../src/mcp/mask-secrets.ts';

describe('masking secrets', () => {
  it('takes the literal token out of texts at any depth, also where it is a key, is escaped or encoded', () => {
    const mask = createMask(['a"b/c+d', undefined, '']);
    const given = {
      detail: ['Token a"b/c+d is bad'],
      'a"b/c+d': 'x',
      inner: '{"t":"a\\"b/c+d"}',
      url: '?t=a%22b%2Fc%2Bd',
    };
    assert.doesNotMatch(JSON.stringify(mask.value(given)), /a\\*"b|a%22b/);
  });

  it('takes out the values of keys that are named like secrets', () => {
    const mask = createMask([]);
    const given = {
      auth_token: 'x',
      Password: 'x',
      apiKey: 'x',
      api_key: 7,
      client_secret: 'x',
      nested: [{ token: 'x' }],
    };
    assert.deepEqual(mask.value(given), {
      auth_token: MASKED,
      Password: MASKED,
      apiKey: MASKED,
      api_key: MASKED,
      client_secret: MASKED,
      nested: [{ token: MASKED }],
    });
  });

  it('takes out what a key that is named like a secret holds, however deep, and lists of secrets', () => {
    const given = {
      api_key: { id: 7, value: 'x', parts: ['x', { salt: 'x' }], is_old: false, note: null, empty: '' },
      token: ['x', 8],
    };
    assert.deepEqual(createMask([]).value(given), {
      api_key: {
        id: MASKED,
        value: MASKED,
        parts: [MASKED, { salt: MASKED }],
        is_old: false,
        note: null,
        empty: '',
      },
      token: [MASKED, MASKED],
    });
  });

  it('leaves a JSON schema that describes a password, but not a password where a schema could stand', () => {
    const schema = {
      type: 'object',
      properties: {
        password: { type: 'string', minLength: 8, description: 'At least 8 letters' },
        token: { $ref: '#/a' },
      },
      required: ['password'],
    };
    assert.deepEqual(createMask([]).value({ answer: [schema] }), { answer: [schema] });
    assert.deepEqual(createMask([]).value({ properties: { token: 'x', password: { value: 'x' } } }), {
      properties: { token: MASKED, password: { value: MASKED } },
    });
    assert.deepEqual(createMask([]).value({ password: { type: 'x' } }), { password: { type: MASKED } });
  });

  it('leaves everything else as it is', () => {
    const given = {
      tokens: 5,
      is_secret: true,
      token: '',
      title: 'My password: hunter2',
      note: null,
      secretary: 'Ms Lee',
    };
    assert.deepEqual(createMask(['other-token']).value(given), given);
  });

  it('a secret too short to be one does not tear holes into words', () => {
    assert.equal(createMask(['a']).text('a banana'), 'a banana');
  });

  it('takes secrets out of quoted text: JSON, a form, a line of a log', () => {
    assert.equal(maskPairs('said: {"password": "hunter2", "a": 1}'), `said: {"password": ${MASKED}, "a": 1}`);
    assert.equal(maskPairs('api_key=abc&x=1, token: abc'), `api_key=${MASKED}&x=1, token: ${MASKED}`);
    assert.equal(maskPairs('The token was refused (401).'), 'The token was refused (401).');
  });

  it('never lets the token through, whatever is around it', () => {
    const token = 'f00dfeed'.repeat(5);
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const masked = createMask([token]).value([value, text + token + text, { [text]: token }]);
        assert.ok(!JSON.stringify(masked).includes(token));
      }),
    );
  });
});
