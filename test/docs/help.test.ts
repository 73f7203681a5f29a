import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toApiMcpHelp } from '../../src/cli/api-mcp-help.ts';
import { toAskHelp } from '../../src/cli/ask-help.ts';
import { toDocsSearchHelp } from '../../src/cli/docs-search-help.ts';
import { toIndexHelp } from '../../src/cli/index-help.ts';
import { toSearchMcpHelp } from '../../src/cli/search-mcp-help.ts';
import { listVariables } from '../../src/config/config.ts';
import { parseCommand } from './parse-command.ts';

const HELPS: Readonly<Record<string, string>> = {
  'paperless-ask': toAskHelp(),
  'paperless-index': toIndexHelp(undefined),
  ...Object.fromEntries(
    ['status', 'doctor', 'failures', 'search'].map((command) => [`paperless-index ${command}`, toIndexHelp(command)]),
  ),
  'paperless-search-mcp': toSearchMcpHelp(),
  'paperless-mcp': toApiMcpHelp(),
  'docs-search-mcp': toDocsSearchHelp(),
};

describe('--help', () => {
  for (const [name, help] of Object.entries(HELPS)) {
    it(`of ${name} has examples that the program itself takes`, () => {
      const examples = listExamples(help);
      assert.notDeepEqual(examples, []);
      for (const example of examples) {
        const [found] = parseCommand(example);
        assert.equal(found?.program, name.split(' ')[0], example);
        const known = listVariables().filter(({ programs }) => found !== undefined && programs.includes(found.program));
        for (const variable of found?.variables ?? [])
          assert.ok(
            known.some((one) => one.name === variable || `${one.name}_FILE` === variable),
            `${example}: ${variable}`,
          );
        for (const [json] of example.matchAll(/\{"jsonrpc".*?\}(?=')/g)) assert.equal(JSON.parse(json).jsonrpc, '2.0');
      }
    });

    it(`of ${name} fits a terminal of 120 columns`, () => {
      assert.deepEqual(
        help.split('\n').filter((line) => line.length > 120),
        [],
      );
    });
  }

  it('shows client configurations that are JSON', () => {
    for (const help of [toSearchMcpHelp(), toDocsSearchHelp()]) {
      const [, text = ''] = help.split("In a client's configuration\n");
      assert.ok('mcpServers' in JSON.parse(text.split('\n\n')[0] ?? ''));
    }
  });

  it('is checked: a wrong flag in an example is noticed', () => {
    assert.throws(() => parseCommand('sudo paperless-index --dry-rum'), /--dry-run/);
    assert.throws(() => parseCommand('paperless-ask how much'), /quotation marks/);
  });
});

function listExamples(help: string): string[] {
  const [, section = ''] = help.split(/^Try it.*\n/m);
  return (section.split('\n\n')[0] ?? '').split('\n').flatMap((line) => /^ {2}(\S.*)$/.exec(line)?.[1] ?? []);
}
