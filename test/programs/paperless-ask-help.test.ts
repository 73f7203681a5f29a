import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAskHelp } from '../../src/cli/ask-help.ts';
import { splitWords } from '../docs/parse-command.ts';
import { runPaperlessAsk } from './start-paperless-ask.ts';

/** What the first quotation of the answer to each example has to hold. */
const ANSWERS: Readonly<Record<string, string>> = {
  'What is the serial number of the dishwasher?': 'KVGS60-1711-20846',
  'How high is the total?': 'EUR 46.33',
  'When can the contract with Brightline Telecom be ended?': '30 June 2021',
};

const [, tried = ''] = toAskHelp().split('Try it\n');
const EXAMPLES = tried
  .split('\n')
  .filter((line) => line.startsWith('  paperless-ask') && line.includes('"'))
  .map((line) => splitWords(line.split(' | ')[0]?.trim() ?? '').slice(1));

describe('the examples in paperless-ask --help', { concurrency: 2 }, () => {
  it('are those whose answers are known here', () => {
    const questions = EXAMPLES.map((args) => args.find((arg) => arg.endsWith('?')));
    assert.deepEqual(questions, Object.keys(ANSWERS));
  });

  for (const args of EXAMPLES)
    it(`quoted the dishwasher for the washing machine: ${args.join(' ')} is answered from the right place`, async () => {
      const { code, stdout, stderr } = await runPaperlessAsk(args);
      assert.equal(code, 0, stderr);
      const text: string = args.includes('--json') ? JSON.parse(stdout).answer : stdout;
      const first = /> “(.*)”/.exec(text)?.[1] ?? '';
      const [, answer = ''] = Object.entries(ANSWERS).find(([q]) => args.includes(q)) ?? [];
      assert.ok(first.includes(answer), `${first} does not hold ${answer}`);
    });
});
