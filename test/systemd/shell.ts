import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** With `--norc`, since a shell whose input is a socket takes itself for a remote one. */
export function run(command: string): SpawnSyncReturns<string> {
  return spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
    encoding: 'utf8',
    input: '',
    timeout: 50_000,
  });
}

/** The output of a command that must succeed. */
export function sh(command: string): string {
  const { status, stdout, stderr } = run(command);
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

/** Asks again and again until it holds; the test's own time limit ends a wait in vain. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(50);
}

export function show(unit: string, property: string): string {
  return sh(`systemctl show -P ${property} ${unit}`).trim();
}

export function readJournal(unit?: string): string {
  return sh(`journalctl --sync; journalctl -b -o cat --no-pager ${unit === undefined ? '' : `-u ${unit}`}`);
}

/** Settings beside a unit's own, in force until `removeDropIns`. */
export function addDropIn(unit: string, text: string): void {
  sh(`mkdir -p /run/systemd/system/${unit}.d`);
  writeFileSync(`/run/systemd/system/${unit}.d/test.conf`, text);
  sh('systemctl daemon-reload');
}

export function removeDropIns(...units: readonly string[]): void {
  for (const unit of units) sh(`rm -rf /run/systemd/system/${unit}.d`);
  sh('systemctl daemon-reload; systemctl reset-failed');
}

/** Runs code in Node under all of a unit's own settings, with `changes` after them; its exit code. */
export function runConfined(unit: string, code: string, changes = ''): number {
  writeFileSync('/run/probe.cjs', code);
  const [, service = ''] = readFileSync(`/etc/systemd/system/${unit}`, 'utf8').split(/^\[(?:Service|Install)\]$/m);
  const kept = service.split('\n').filter((line) => !/^(Type|ExecStart|Restart\w*|Success\w+|Nice)=/.test(line));
  const text = `[Service]\n${kept.join('\n')}\nType=oneshot\nExecStart=/usr/local/bin/node /run/probe.cjs\n${changes}\n`;
  writeFileSync('/run/systemd/system/probe.service', text);
  run('systemctl daemon-reload; systemctl start probe.service');
  const status = Number(show('probe.service', 'ExecMainStatus'));
  sh('systemctl reset-failed');
  return status;
}
