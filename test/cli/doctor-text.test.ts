import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toChecksJson, writeChecks } from '../../src/cli/doctor-text.ts';
import { createOutput } from '../../src/cli/output.ts';
import type { Check } from '../../src/doctor/check.ts';
import { captureStream } from './capture-stream.ts';

const CHECKS: readonly Check[] = [
  { name: 'state_folder', state: 'ok', message: '/state can be written.' },
  { name: 'token', state: 'failed', message: 'Paperless refused \u001b[31mit.', fix: 'Set another one.' },
  { name: 'qdrant', state: 'open', message: 'Not set up.' },
];

function show(checks: readonly Check[], isTTY = false): string {
  const stream = captureStream({ isTTY });
  writeChecks(createOutput(stream), checks);
  return stream.text();
}

describe('the findings of doctor', () => {
  it('are one line each, with the way out below', () => {
    assert.deepEqual(show(CHECKS).split('\n'), [
      '✓ state folder         /state can be written.',
      '✗ token                Paperless refused it.',
      '                       Set another one.',
      '– qdrant               Not set up.',
      '',
      'Not well: one thing that is needed does not work.',
      '',
    ]);
  });

  it('end well when nothing that is needed is broken', () => {
    const [, , open] = CHECKS;
    assert.match(show(open === undefined ? [] : [open]), /\n\nEverything that is needed works\.\n$/);
  });

  it('are the same for programs, where only what is needed can be not ok', () => {
    assert.deepEqual(toChecksJson(CHECKS), {
      checks: [
        { name: 'state_folder', ok: true, message: '/state can be written.' },
        { name: 'token', ok: false, message: 'Paperless refused \u001b[31mit.', fix: 'Set another one.' },
        { name: 'qdrant', ok: true, message: 'Not set up.' },
      ],
    });
  });
});
