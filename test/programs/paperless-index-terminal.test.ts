import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withFolder } from '../export/write-export.ts';
import { createDocuments, writeLibrary } from './write-library.ts';

const PROGRAM = join(import.meta.dirname, '../../src/paperless-index.ts');
const CTRL_C = '\u0003';
const skip = spawnSync('script', ['--version']).status !== 0 && 'script (util-linux) is not installed';

/** Runs the program in a terminal, and presses Ctrl-C as soon as `stopAt` stands there. */
async function runInTerminal(env: Readonly<Record<string, string>>, stopAt?: string): Promise<string> {
  const child = spawn('script', ['--quiet', '--command', `${process.execPath} ${PROGRAM}`, '/dev/null'], {
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let isStopped = false;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (isStopped || stopAt === undefined || !text.includes(stopAt)) return;
    isStopped = true;
    child.stdin.write(CTRL_C);
  });
  await once(child, 'close');
  return text;
}

describe('paperless-index in a terminal', { skip }, () => {
  it('showed nothing for a while, then a log line beside the summary: it shows at once that it works', async () => {
    await withFolder(async (folder) => {
      const exportDir = join(folder, 'export');
      await writeLibrary(exportDir, createDocuments(10));
      const text = await runInTerminal({ STATE_DIR: join(folder, 'state'), PAPERLESS_EXPORT_DIR: exportDir });
      assert.ok(text.startsWith('\r\u001b[KLooking for changes …'), text);
      assert.match(text, /10 documents looked at: 10 indexed/);
      assert.doesNotMatch(text, /run finished/);
    });
  });

  it('said nothing when it was stopped: Ctrl-C is answered with what becomes of the work', async () => {
    await withFolder(async (folder) => {
      const exportDir = join(folder, 'export');
      await writeLibrary(exportDir, createDocuments(1_500));
      const env = { STATE_DIR: join(folder, 'state'), PAPERLESS_EXPORT_DIR: exportDir };
      const text = await runInTerminal(env, 'Looking for changes');
      assert.match(text, /Stopped; the next run goes on from there\.\r\n$/);
    });
  });
});
