import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ASK_FLAGS } from '../../src/cli/ask-arguments.ts';
import { INDEX_FLAGS } from '../../src/cli/index-arguments.ts';
import { refuseKeptFlags } from '../../src/cli/npm-flags.ts';

/** As npm 11 starts a script; it has settings of its own in the environment, too. */
const NPM = { npm_config_loglevel: 'notice', npm_config_audit: '', npm_config_version: '1', npm_command: 'run' };
const INDEX = {
  ...NPM,
  npm_lifecycle_event: 'index',
  npm_lifecycle_script: 'node --max-semi-space-size=8 --heap-growing-percent=100 src/paperless-index.ts',
};
const ASK = { ...NPM, npm_lifecycle_event: 'ask', npm_lifecycle_script: 'node src/paperless-ask.ts' };

const index = (args: string[], env: Record<string, string>) => () =>
  refuseKeptFlags('paperless-index', INDEX_FLAGS, args, env);
const ask = (args: string[], env: Record<string, string>) => () =>
  refuseKeptFlags('paperless-ask', ASK_FLAGS, args, env);

describe('refuseKeptFlags', () => {
  it('npm run index --dry-run did a real run: it is refused, with the line that was meant', () => {
    assert.throws(index([], { ...INDEX, npm_config_dry_run: 'true' }), {
      name: 'UsageError',
      message: 'npm kept --dry-run for itself: npm run index -- --dry-run',
    });
    assert.throws(index([], { ...INDEX, npm_config_full: 'true', npm_config_limit: '3' }), {
      message: 'npm kept --limit, --full for itself: npm run index -- --limit=3 --full',
    });
    assert.throws(index(['status'], { ...INDEX, npm_config_json: 'true' }), /npm run index -- status --json$/);
  });

  it('npm run ask "…" --correspondent=X dropped the filter and answered from everything: refused', () => {
    assert.throws(ask(['When was it?'], { ...ASK, npm_config_correspondent: 'Harbour Lettings' }), {
      message: 'npm kept --correspondent for itself: npm run ask -- "When was it?" --correspondent="Harbour Lettings"',
    });
    for (const flag of Object.keys(ASK_FLAGS)) {
      const key = { to: 'token_description', as: 'all' }[flag] ?? flag;
      assert.throws(ask(['Why?'], { ...ASK, [`npm_config_${key}`]: 'true' }), new RegExp(`npm kept --${flag} for`));
    }
  });

  it('does not repeat what the script itself gives', () => {
    const demo = { ...ASK, npm_lifecycle_event: 'demo', npm_lifecycle_script: 'node src/paperless-ask.ts --demo' };
    assert.throws(ask(['--demo', 'Why?'], { ...demo, npm_config_json: 'true' }), {
      message: 'npm kept --json for itself: npm run demo -- "Why?" --json',
    });
    assert.doesNotThrow(ask(['--demo'], { ...demo, npm_config_demo: 'true' }));
  });

  it("lets pass what arrived, npm's own settings, and other starts than by npm", () => {
    assert.doesNotThrow(index(['--full'], INDEX));
    assert.doesNotThrow(index(['--json'], { ...INDEX, npm_config_json: 'true' }));
    assert.doesNotThrow(index(['--limit=3'], { ...INDEX, npm_config_limit: '3' }));
    assert.doesNotThrow(index([], { ...INDEX, npm_config_dry_run: '' }));
    assert.doesNotThrow(index([], { npm_config_dry_run: 'true' }));
    const test = { ...INDEX, npm_lifecycle_event: 'test', npm_lifecycle_script: 'node --test' };
    assert.doesNotThrow(index([], { ...test, npm_config_json: 'true' }));
  });
});
