import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseIndexArguments } from '../../src/cli/index-arguments.ts';
import { toIndexHelp } from '../../src/cli/index-help.ts';

const parse = (...args: string[]) => parseIndexArguments(args);
const TICK = {
  command: 'run',
  mode: 'tick',
  limit: undefined,
  isDryRun: false,
  allowMassRemoval: false,
  json: false,
  quiet: false,
};

describe('parseIndexArguments', () => {
  it('makes a tick of nothing', () => {
    assert.deepEqual(parse(), TICK);
  });

  it('reads the flags of a run', () => {
    assert.deepEqual(parse('--full', '--limit', '5', '--json'), { ...TICK, mode: 'full', limit: 5, json: true });
    assert.deepEqual(parse('--reconcile', '--dry-run', '--allow-mass-removal', '--quiet'), {
      ...TICK,
      mode: 'reconcile',
      isDryRun: true,
      allowMassRemoval: true,
      quiet: true,
    });
  });

  it('reads the commands', () => {
    assert.deepEqual(parse('status', '--json'), { command: 'status', json: true });
    assert.deepEqual(parse('doctor'), { command: 'doctor', json: false });
    assert.deepEqual(parse('failures', '--retry'), { command: 'failures', json: false, quiet: false, retry: true });
  });

  it('reads the filters of a search', () => {
    const args = [
      '--tag',
      'a',
      '--tag',
      'b',
      '--from',
      '2021-01-01',
      '--correspondent',
      'C',
      '--type',
      'T',
      '--limit',
      '3',
    ];
    assert.deepEqual(parse('search', 'the deposit', ...args), {
      command: 'search',
      words: 'the deposit',
      filters: { tags: ['a', 'b'], created_from: '2021-01-01', correspondent: 'C', document_type: 'T' },
      limit: 3,
      json: false,
    });
    assert.deepEqual(parse('search', '--', '--full'), {
      command: 'search',
      words: '--full',
      filters: undefined,
      limit: undefined,
      json: false,
    });
  });

  for (const [args, message] of [
    [['stats'], /did you mean status\?/],
    [['reconcile'], /did you mean --reconcile\?/],
    [['--json', 'status'], /write "status" first/],
    [['status', '--full'], /unknown flag --full/],
    [['status', 'now'], /"now" is not expected here/],
    [['--full', '--reconcile'], /cannot be combined/],
    [['--allow-mass-removal'], /needs --reconcile or --full/],
    [['search'], /needs words/],
    [['search', ' '], /needs words/],
    [['search', 'two', 'words'], /quotation marks: paperless-index search "two words"/],
    [['search', 'x', '--limit', '51'], /whole number from 1 to 50/],
    [['doktor'], /did you mean doctor\?/],
    [['doctor', '--fix'], /unknown flag --fix/],
    [['toString'], /is not expected here/],
  ] as const) {
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(() => parse(...args), { name: 'UsageError', message });
    });
  }
});

describe('toIndexHelp', () => {
  it('has a page for every command and one for the program', () => {
    const pages = [undefined, 'status', 'doctor', 'failures', 'search'].map(toIndexHelp);
    assert.equal(new Set(pages).size, 5);
    assert.equal(toIndexHelp('nonsense'), pages[0]);
    assert.equal(toIndexHelp('constructor'), pages[0]);
  });

  it('fits a terminal and mentions every flag', () => {
    for (const line of [undefined, 'status', 'failures', 'search'].flatMap((command) =>
      toIndexHelp(command).split('\n'),
    ))
      assert.ok(line.length <= 120, line);
    for (const flag of ['full', 'reconcile', 'dry-run', 'limit', 'allow-mass-removal', 'json', 'quiet', 'version'])
      assert.ok(toIndexHelp(undefined).includes(`--${flag}`), flag);
  });
});
