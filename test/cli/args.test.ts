import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Flags, parseFlags, refuseWords } from '../../src/cli/args.ts';
import { UsageError } from '../../src/errors.ts';

const FLAGS = {
  full: { kind: 'switch' },
  json: { kind: 'switch' },
  limit: { kind: 'count', min: 1, max: 1_000_000 },
  correspondent: { kind: 'text' },
  tag: { kind: 'texts' },
  from: { kind: 'date' },
} as const satisfies Flags;

const parse = (...args: string[]) => parseFlags(args, FLAGS);

describe('parseFlags', () => {
  it('reads every kind of flag, with blank or equals sign', () => {
    const { flags, words } = parse('--full', '--limit', '5', '--correspondent=A & B', '--from', '2024-02-29', 'words');
    assert.deepEqual(flags, { full: true, limit: 5, correspondent: 'A & B', from: '2024-02-29' });
    assert.deepEqual(words, ['words']);
  });

  it('collects a flag that may be repeated', () => {
    assert.deepEqual(parse('--tag', 'a', '--tag=b').flags.tag, ['a', 'b']);
  });

  it('leaves out what was not given', () => {
    assert.deepEqual(parse(), { flags: {}, words: [] });
  });

  it('takes everything behind -- as words', () => {
    assert.deepEqual(parse('--', '--full').words, ['--full']);
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--ful'], /unknown flag --ful: did you mean --full\?/],
    [['--FULL'], /did you mean --full/],
    [['--qqqqqq'], /the choices are --full, .*--help/],
    [['-f'], /unknown flag -f/],
    [['--full=yes'], /--full takes no value/],
    [['--limit'], /--limit needs a value/],
    [['--limit', '--json'], /--limit needs a value/],
    [['--limit', '0'], /whole number from 1 to 1,000,000/],
    [['--limit', '5abc'], /whole number/],
    [['--limit', '1e3'], /whole number/],
    [['--limit=-1'], /whole number/],
    [['--correspondent='], /needs a value/],
    [['--correspondent', '  '], /needs a value/],
    [['--correspondent', 'a', '--correspondent', 'b'], /only once/],
    [['--full', '--full'], /only once/],
    [['--from', '2024-02-30'], /date like/],
    [['--from', '05.01.2024'], /date like/],
    [['--__proto__'], /unknown flag/],
    [['--toString'], /unknown flag/],
    [['--constructor=x'], /unknown flag/],
  ];
  for (const [args, message] of refused) {
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(() => parse(...args), { name: 'UsageError', message });
    });
  }

  it('either parses or throws a usage error, whatever is on the line', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('--', '--full', '--limit', '--tag', '--from', '-', '--=', '---'),
    );
    fc.assert(
      fc.property(fc.array(piece), (args) => {
        try {
          parse(...args);
        } catch (error) {
          assert.ok(error instanceof UsageError, String(error));
        }
      }),
    );
  });
});

describe('refuseWords', () => {
  it('says nothing when there are none', () => {
    refuseWords([], ['status']);
  });

  it('names what may have been meant', () => {
    assert.throws(
      () => refuseWords(['statsu'], ['status', '--full']),
      /"statsu" is not expected here: did you mean status/,
    );
  });

  it('names the flag when its dashes were forgotten', () => {
    assert.throws(() => refuseWords(['full'], ['status', '--full']), /did you mean --full/);
  });

  it('says that a command comes first', () => {
    assert.throws(() => refuseWords(['status'], ['status', '--full']), /write "status" first/);
  });
});
