// What the guide's commands have installed in the container, and how it is doing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { addDropIn, run, sh, show, until } from './shell.ts';

export const STATE = '/var/lib/paperless-rag';
export const INDEX = 'paperless-index.service';
export const ASK = 'paperless-ask.service';
export const SERVICES = [INDEX, 'paperless-reconcile.service', ASK];

export async function startPaperless(environment: string): Promise<void> {
  addDropIn('fake-paperless.service', `[Service]\nEnvironment=${environment}\n`);
  sh('systemctl restart fake-paperless.service');
  await until(() => run('curl -s http://127.0.0.1:8000/').status === 0);
}

export function isServed(): boolean {
  return run('curl -sf http://127.0.0.1:8015/livez').status === 0;
}

export function isRunning(unit: string): boolean {
  return show(unit, 'ActiveState') === 'activating';
}

export function ask(): string {
  const body = JSON.stringify({ q: 'What was the total of the Brightline invoice in March 2021?' });
  return sh(
    `curl -sf http://127.0.0.1:8015/api/ask -H 'Content-Type: application/json' -H 'Accept: application/json' -d '${body}'`,
  );
}

export function readStatus() {
  return JSON.parse(sh('as-service paperless-index status --json'));
}

export function readCursor(): string {
  const { live } = JSON.parse(readFileSync(`${STATE}/cursor.json`, 'utf8'));
  assert.match(live.cursor, /^20/);
  return live.cursor;
}
