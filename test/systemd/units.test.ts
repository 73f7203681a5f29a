import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const FOLDER = join(import.meta.dirname, '../../systemd');
const services = globSync('*.service', { cwd: FOLDER }).sort();
const timers = globSync('*.timer', { cwd: FOLDER }).sort();
const skip = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed';

describe('the unit files', () => {
  it('are three services and two timers', () => {
    assert.deepEqual(services, ['paperless-ask.service', 'paperless-index.service', 'paperless-reconcile.service']);
    assert.deepEqual(timers, ['paperless-index.timer', 'paperless-reconcile.timer']);
  });

  it('confine all three services in the same way', () => {
    const [first, ...others] = services.map((unit) =>
      read(unit)
        .split(/^(?=User=)|^\[Install]/m)[1]
        ?.trim(),
    );
    assert.match(first ?? '', /\nSystemCallFilter=~@privileged @resources$/);
    for (const other of others) assert.equal(other, first);
  });

  it('leave MemoryDenyWriteExecute= alone, which kills Node', () => {
    for (const unit of services) assert.doesNotMatch(read(unit), /^MemoryDenyWriteExecute=/m);
  });

  it('are started by their timers only: a oneshot that is wanted would run at every boot', () => {
    for (const unit of services.filter((name) => read(name).includes('Type=oneshot')))
      assert.doesNotMatch(read(unit), /^(WantedBy|\[Install])/m);
    for (const unit of timers) {
      assert.match(read(unit), /^WantedBy=timers\.target$/m);
      assert.match(read(unit), /^Persistent=true$/m);
      assert.doesNotMatch(read(unit), /^Requires=/m);
    }
  });

  it('are exposed no more than 1.5', { skip }, () => {
    for (const unit of services) {
      const { status, stdout, stderr } = analyze('security', '--offline=true', '--threshold=15', '--no-pager', unit);
      assert.equal(status, 0, stdout + stderr);
    }
  });

  it('have schedules that systemd understands', { skip }, () => {
    const schedules = timers.map((unit) => /^OnCalendar=(.+)$/m.exec(read(unit))?.[1] ?? 'never');
    assert.equal(analyze('calendar', ...schedules).status, 0);
    assert.notEqual(analyze('calendar', 'every hour').status, 0, 'the check can fail');
  });
});

function read(unit: string): string {
  return readFileSync(join(FOLDER, unit), 'utf8');
}

function analyze(...words: readonly string[]) {
  return spawnSync('systemd-analyze', words, { cwd: FOLDER, encoding: 'utf8' });
}
