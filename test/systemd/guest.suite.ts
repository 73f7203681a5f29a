// Runs as root inside the container that boot.sh boots; the tests build on each other.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { toEnvironmentLine, VARIABLES } from '../nix/variables.ts';
import {
  ASK,
  ask,
  INDEX,
  isRunning,
  isServed,
  readCursor,
  readStatus,
  SERVICES,
  STATE,
  startPaperless,
} from './installed.ts';
import { readCommands } from './read-commands.ts';
import { addDropIn, readJournal, removeDropIns, run, runConfined, sh, show, until } from './shell.ts';

const TOKEN = 'admin'.padStart(40, '0');

describe('the units on a running systemd', () => {
  before(async () => {
    mkdirSync('/run/install');
    process.chdir('/run/install');
    writeFileSync('paperless-token', `${TOKEN}\n`);
    sh(readCommands('Install').join('\n'));
    await startPaperless('');
  });

  it('are accepted by systemd without a word', () => {
    const units = sh('cd /etc/systemd/system && echo paperless-*.service paperless-*.timer').trim();
    assert.equal(units.split(' ').length, 5);
    const { status, stdout, stderr } = run(`systemd-analyze verify --man=no --recursive-errors=one ${units}`);
    assert.deepEqual([status, stdout + stderr], [0, '']);
  });

  it('start with the commands of the guide: the index is made, both timers wait, the page answers', async () => {
    sh(readCommands('Start').join('\n'));
    await until(isServed);
    const timers = sh("systemctl list-timers --no-legend 'paperless-*'");
    assert.match(timers, /paperless-index\.timer/);
    assert.match(timers, /paperless-reconcile\.timer/);
    assert.match(ask(), /46\.33/);
  });

  it('work with every command of "Look and intervene" and "Watch"', () => {
    for (const command of [...readCommands('Look and intervene'), ...readCommands('Watch')]) sh(command);
    assert.equal(readStatus().live.documents > 30, true);
  });

  it('are down after the commands of "Stop", and up again after those of "Start"', async () => {
    sh(readCommands('Stop').join('\n'));
    assert.equal(sh("systemctl list-units --no-legend --state=active 'paperless-*'"), '');
    sh(readCommands('Start').join('\n'));
    await until(isServed);
  });

  it('go on from a cursor that was put back as the guide says', () => {
    const cursor = readCursor();
    sh(`cp ${STATE}/cursor.json cursor.json`);
    sh(readCommands('Back up and restore').join('\n'));
    assert.equal(readCursor(), cursor);
    assert.equal(sh(`stat -c %U:%a ${STATE}/cursor.json`).trim(), 'paperless-rag:600');
    assert.equal(readStatus().runs.tick.outcome, 'ok');
  });

  it('take arguments as they are through as-service, and give the exit code back', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: systemd would fill it in
    const words = ['$HOME', 'a ${HOME} $$ b', `"c" 'd' \\e`, '', '50%off'];
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    assert.equal(sh(`as-service printf '[%s]\\n' ${quoted}`), words.map((word) => `[${word}]\n`).join(''));
    assert.equal(run("as-service sh -c 'exit 75'").status, 75);
  });

  it('keep the state from other users, and the token out of reach', () => {
    assert.equal(statSync(STATE).mode & 0o777, 0o700);
    assert.equal(statSync(`${STATE}/cursor.json`).mode & 0o777, 0o600);
    assert.equal(sh(`stat -c %U ${STATE}/cursor.json`).trim(), 'paperless-rag');
    const asNobody = (command: string) => run(`runuser -u nobody -- ${command}`).status;
    assert.equal(asNobody('true'), 0, 'the check itself works');
    for (const file of [
      `${STATE}/cursor.json`,
      '/etc/paperless-rag/paperless-token',
      `/run/credentials/${ASK}/paperless-token`,
    ]) {
      assert.ok(statSync(file).isFile());
      assert.notEqual(asNobody(`cat ${file}`), 0, file);
    }
  });

  it('leave the cursor at its real path, where a backup finds it', () => {
    assert.equal(realpathSync(`${STATE}/cursor.json`), `${STATE}/cursor.json`);
    sh(`tar -cf /run/backup.tar ${STATE}/cursor.json && tar -xOf /run/backup.tar > /run/cursor.json`);
    assert.deepEqual(readFileSync('/run/cursor.json'), readFileSync(`${STATE}/cursor.json`));
  });

  it('listen on loopback only', () => {
    const listening = sh('cat /proc/net/tcp /proc/net/tcp6')
      .split('\n')
      .flatMap((line) => /^\s*\d+: (\w+:\w+) \w+:\w+ 0A/.exec(line)?.[1] ?? []);
    const port = (8015).toString(16).toUpperCase();
    assert.deepEqual(
      listening.filter((address) => address.endsWith(`:${port}`)),
      [`0100007F:${port}`],
    );
  });

  it('are as confined as they say, and the system makes it true', () => {
    const status = readFileSync(`/proc/${show(ASK, 'MainPID')}/status`, 'utf8');
    for (const line of [/NoNewPrivs:\t1/, /Seccomp:\t2/, /CapBnd:\t0{16}/]) assert.match(status, line);
    for (const unit of SERVICES) {
      sh(`systemd-analyze security --threshold=15 --no-pager ${unit}`);
      assert.equal(show(unit, 'MemoryDenyWriteExecute'), 'no');
    }
    // The other two have the same settings, as units.test.ts checks.
    const tries = ['/etc/probe', '/usr/local/probe', '/root/probe', '/home/probe', `${STATE}/probe`];
    const write = `const fs = require('fs');
      process.exit(${JSON.stringify(tries)}.findIndex((path) => { try { fs.writeFileSync(path, ''); return true; } catch {} }));`;
    assert.equal(runConfined(ASK, write), tries.length - 1, 'only the state can be written');
    rmSync(`${STATE}/probe`);
    const connect = `require('net').connect(8000, '127.0.0.1').on('connect', () => process.exit(0));
      setTimeout(() => process.exit(7), 1000)`;
    assert.equal(runConfined(ASK, connect), 0, 'loopback can be reached');
    assert.equal(runConfined(ASK, connect, 'IPAddressAllow='), 7, 'and nothing but what is allowed');
  });

  it('hand every kind of value to the programs as NixOS would write it', () => {
    const lines = Object.entries(VARIABLES).map(([name, value]) =>
      toEnvironmentLine(name, value.replaceAll('%', '%%')),
    );
    const code = `require('fs').writeFileSync('${STATE}/probe', JSON.stringify(process.env))`;
    assert.equal(runConfined(ASK, code, lines.join('\n')), 0);
    const environment = JSON.parse(readFileSync(`${STATE}/probe`, 'utf8'));
    rmSync(`${STATE}/probe`);
    for (const [name, value] of Object.entries(VARIABLES)) assert.equal(environment[name], value, name);
  });

  it('take another file for the token when a drop-in names one', () => {
    writeFileSync('/run/other-token', 'other');
    const code = `process.exit(require('fs').readFileSync(process.env.PAPERLESS_API_TOKEN_FILE, 'utf8') === 'other' ? 0 : 8)`;
    assert.equal(runConfined(ASK, code, 'LoadCredential=\nLoadCredential=paperless-token:/run/other-token'), 0);
  });

  it('catch up on a tick that was missed while the machine was off', async () => {
    const last = readStatus().runs.tick.started_at;
    addDropIn('paperless-index.timer', '[Timer]\nRandomizedDelaySec=0\n');
    sh('systemctl stop paperless-index.timer');
    sh("touch -d '3 hours ago' /var/lib/systemd/timers/stamp-paperless-index.timer");
    sh('systemctl start paperless-index.timer');
    await until(() => readStatus().runs.tick.started_at !== last && !isRunning(INDEX));
    assert.equal(readStatus().runs.tick.outcome, 'ok');
    removeDropIns('paperless-index.timer');
  });

  it('lose nothing while Paperless is down: 75, and the next tick goes on', async () => {
    const cursor = readCursor();
    sh('systemctl stop fake-paperless.service');
    assert.notEqual(run(`systemctl start ${INDEX}`).status, 0);
    assert.equal(show(INDEX, 'ExecMainStatus'), '75');
    assert.equal(readCursor(), cursor);
    await startPaperless('');
    sh(`systemctl start ${INDEX}`);
    assert.equal(readStatus().runs.tick.outcome, 'ok');
  });

  it('stop in the middle of a tick within seconds, keep what was done, and go on from there', async () => {
    await startPaperless('DOCUMENTS=3000 LATENCY_MS=250');
    const cursor = readCursor();
    sh(`systemctl start --no-block ${INDEX}`);
    await until(() => readCursor() !== cursor);
    sh(`systemctl stop ${INDEX}`);
    assert.deepEqual([show(INDEX, 'Result'), show(INDEX, 'ExecMainStatus')], ['success', '143']);
    const { documents } = readStatus().live;
    assert.ok(documents > 44 && documents < 3000, `${documents} documents`);
    await startPaperless('DOCUMENTS=3000');
    sh(`systemctl start ${INDEX}`);
    assert.ok(readStatus().live.documents > 3000);
  });

  it('let no two runs write at once', async () => {
    await startPaperless('DOCUMENTS=3000 LATENCY_MS=1000');
    sh(`systemctl start --no-block ${INDEX}`);
    await until(() => readStatus().running !== undefined);
    const { status, stdout, stderr } = run('as-service paperless-index');
    assert.equal(status, 0, 'a second tick has nothing to do');
    assert.match(stdout + stderr, /at work/);
    sh('systemctl start paperless-reconcile.service');
    assert.equal(show('paperless-reconcile.service', 'Result'), 'success', 'it waited for the tick');
    await startPaperless('DOCUMENTS=3000');
  });

  for (const code of [64, 65, 77, 78, 243])
    it(`leave the page down after exit ${code}, which needs a person`, async () => {
      addDropIn(ASK, `[Service]\nRestartSec=10ms\nExecStart=\nExecStart=/bin/sh -c 'exit ${code}'\n`);
      run(`systemctl restart ${ASK}`);
      await until(() => show(ASK, 'ActiveState') === 'failed');
      assert.deepEqual([show(ASK, 'ExecMainStatus'), show(ASK, 'NRestarts')], [`${code}`, '0']);
      removeDropIns(ASK);
    });

  for (const code of [70, 74, 75])
    it(`start the page again after exit ${code}`, async () => {
      addDropIn(ASK, `[Service]\nRestartSec=10ms\nExecStart=\nExecStart=/bin/sh -c 'exit ${code}'\n`);
      run(`systemctl restart ${ASK}`);
      await until(() => Number(show(ASK, 'NRestarts')) > 0);
      sh(`systemctl stop ${ASK}`);
      removeDropIns(ASK);
    });

  it('say which file is missing when there is no token', () => {
    sh('mv /etc/paperless-rag/paperless-token /run/token');
    assert.notEqual(run(`systemctl start ${INDEX}`).status, 0);
    assert.match(sh(`journalctl -b --no-pager -u ${INDEX} -n 20`), /credential|paperless-token/i);
    const reconcile = 'paperless-reconcile.service';
    assert.notEqual(run(`systemctl start ${reconcile}`).status, 0);
    assert.equal(show(reconcile, 'ActiveState'), 'failed', 'and the weekly run does not try that again');
    sh('mv /run/token /etc/paperless-rag/paperless-token; systemctl reset-failed');
  });

  it('end the page cleanly, and serve the same index after a restart', async () => {
    sh(`systemctl restart ${ASK}`);
    await until(isServed);
    const before = JSON.parse(ask());
    sh(`systemctl stop ${ASK}`);
    assert.equal(show(ASK, 'Result'), 'success');
    sh(`systemctl start ${ASK}`);
    await until(isServed);
    assert.deepEqual(JSON.parse(ask()).citations, before.citations);
  });

  it('write neither token nor text, title or question to the journal', () => {
    const journal = SERVICES.map((unit) => readJournal(unit)).join('\n');
    assert.match(journal, /"embedded"|"documents"|"seen"/, 'the journal holds the runs');
    for (const word of [TOKEN, 'Brightline', '46.33', 'Letter 17', 'parcel']) assert.ok(!journal.includes(word), word);
  });

  it('end with no failed unit', () => {
    assert.equal(sh('systemctl --failed --no-legend --plain').trim(), '');
  });

  it('rebuild the index, and are gone after the commands of "Uninstall"', () => {
    for (const command of [...readCommands('Another embedding model'), ...readCommands('Rebuild')]) sh(command);
    sh(readCommands('Uninstall').join('\n'));
    assert.ok(!existsSync(STATE));
    assert.equal(sh("systemctl list-unit-files --no-legend 'paperless-*' || true").trim(), '');
  });
});
