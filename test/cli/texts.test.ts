import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeFailures } from '../../src/cli/failures-text.ts';
import { toHitsJson, writeHits } from '../../src/cli/hits-text.ts';
import { createOutput, type Output } from '../../src/cli/output.ts';
import { writeRun } from '../../src/cli/run-text.ts';
import { writeStatus } from '../../src/cli/status-text.ts';
import type { Source } from '../../src/model.ts';
import type { RunRecord } from '../../src/sync/cursor-file.ts';
import type { IndexStatus } from '../../src/sync/read-status.ts';
import type { SyncResult } from '../../src/sync/sync-deps.ts';
import { captureStream } from './capture-stream.ts';

function show(write: (output: Output) => void): string {
  const stream = captureStream();
  write(createOutput(stream));
  return stream.text();
}

const RESULT: SyncResult = {
  mode: 'tick',
  dry_run: false,
  generation: 'g1',
  published: false,
  seen: 12,
  unchanged: 12,
  embedded: 0,
  metadata_only: 0,
  removed: 0,
  failed: 0,
  passages: 0,
  duration_ms: 400,
};

describe('writeRun', () => {
  it('says when there was nothing to do', () => {
    assert.equal(
      show((output) => writeRun(output, RESULT)),
      '12 documents looked at: 12 unchanged. 0 s.\n',
    );
    const empty = { ...RESULT, seen: 0, unchanged: 0 };
    assert.equal(
      show((output) => writeRun(output, empty)),
      '0 documents looked at: nothing to do. 0 s.\n',
    );
  });

  it('says what was done and what needs somebody', () => {
    const result: SyncResult = {
      ...RESULT,
      published: true,
      seen: 1,
      embedded: 1,
      passages: 3,
      metadata_only: 2,
      removed: 4,
      failed: 5,
      building: 'g2',
      refused: { reason: 'mass_removal', removals: 50, documents: 60 },
    };
    const text = show((output) => writeRun(output, result));
    assert.match(
      text,
      /^1 document looked at: 1 indexed \(3 passages\), 2 with new metadata, 4 removed, 5 failed, 12 unchanged/,
    );
    assert.match(text, /The new index g1 is live: paperless-ask answers from it/);
    assert.match(text, /The index g2 is not complete yet/);
    assert.match(text, /paperless-index failures/);
    assert.match(text, /50 of 60 documents .* --reconcile --allow-mass-removal/);
    const full = show((output) => writeRun(output, { ...result, mode: 'full' }));
    assert.match(full, /paperless-index --full --allow-mass-removal/);
  });

  it('counts one passage as one: "(1 passages)"', () => {
    const text = show((output) => writeRun(output, { ...RESULT, embedded: 1, passages: 1 }));
    assert.match(text, /1 indexed \(1 passage\)/);
  });

  it('says that a dry run has done nothing', () => {
    const result = { ...RESULT, dry_run: true, embedded: 2, removed: 1 };
    assert.match(
      show((output) => writeRun(output, result)),
      /2 would be indexed .*1 would be removed/,
    );
  });

  it('explains a refusal for want of a complete list', () => {
    const result: SyncResult = { ...RESULT, refused: { reason: 'incomplete', removals: 3, documents: 9 } };
    assert.match(
      show((output) => writeRun(output, result)),
      /Nothing was removed: .*Try again later/,
    );
  });
});

describe('writeStatus', () => {
  it('says what to do when nothing is indexed', () => {
    const status: IndexStatus = { failed: 0, set_aside: 0, excluded: 0, runs: {} };
    assert.match(
      show((output) => writeStatus(output, status)),
      /nothing indexed yet: run paperless-index/,
    );
  });

  it('shows everything there is', () => {
    const recipe = { schema: 1, chunker: 1, analyzer: 2, embedding: { model: 'nomic', digest: 'd', dimensions: 768 } };
    const at = '2026-11-30T11:19:01.628871Z';
    const { mode: _mode, dry_run: _dry, generation: _generation, published: _published, ...summary } = RESULT;
    const status: IndexStatus = {
      live: { generation: 'g1', started_at: at, recipe, cursor: at, documents: 2, passages: 5, bytes: 1_234_567 },
      building: { generation: 'g2', started_at: at, recipe: { ...recipe, embedding: null } },
      failed: 3,
      set_aside: 1,
      excluded: 4,
      last_success_at: at,
      age_s: 7_200,
      runs: { tick: { started_at: at, finished_at: at, outcome: 'failed', error: 'unavailable', summary } },
      running: { pid: 7, started_at: at, doing: 'full' },
    };
    assert.deepEqual(show((output) => writeStatus(output, status)).split('\n'), [
      'index        2 documents, 5 passages, 1.2 MB',
      'generation   g1, begun 2026-11-30 11:19:01 UTC',
      'made with    nomic, 768 dimensions, and words (chunker 1, analyzer 2)',
      'cursor       2026-11-30 11:19:01 UTC',
      'building     g2 (words only (chunker 1, analyzer 2))',
      'in step      2 h 0 min ago (2026-11-30 11:19:01 UTC)',
      'failed       3, 1 of them set aside: see paperless-index failures',
      'excluded     4 by their tags',
      'last tick    2026-11-30 11:19:01 UTC, failed (unavailable), 0 s',
      'at work      full, process 7, since 2026-11-30 11:19:01 UTC',
      '',
    ]);
  });
});

describe('writeStatus after refused removals', () => {
  const { mode: _mode, dry_run: _dry, generation: _generation, published: _published, ...summary } = RESULT;
  const record = (hour: number, refused?: RunRecord['refused']): RunRecord => {
    const at = `2026-11-30T0${hour}:00:00.000000Z`;
    const outcome = refused === undefined ? 'ok' : 'partial';
    return { started_at: at, finished_at: at, outcome, summary, ...(refused && { refused }) };
  };
  const showRuns = (runs: IndexStatus['runs']) =>
    show((output) => writeStatus(output, { failed: 0, set_aside: 0, excluded: 0, runs }));

  it('"partial" was all it said: it says why, and what to do', () => {
    const tick = record(2, { reason: 'mass_removal', removals: 50, documents: 60 });
    const advice = /50 of 60 documents .* paperless-index --reconcile --allow-mass-removal\n$/;
    assert.match(showRuns({ tick, reconcile: record(1) }), advice);
    const incomplete = record(2, { reason: 'incomplete', removals: 3, documents: 9 });
    assert.match(showRuns({ tick: record(1), reconcile: incomplete }), /Nothing was removed: /);
  });

  it('says no more of it when a later run was fine', () => {
    const tick = record(1, { reason: 'mass_removal', removals: 50, documents: 60 });
    assert.doesNotMatch(showRuns({ tick, reconcile: record(2) }), /removed|gone/);
  });
});

describe('writeFailures', () => {
  it('says so when there are none', () => {
    assert.equal(
      show((output) => writeFailures(output, [])),
      'No document has failed.\n',
    );
  });

  it('shows why, and how to try again', () => {
    const failure = { document_id: 7, attempts: 5, set_aside: true, reason: 'no\u001b[31m words', tried_at: '' };
    assert.equal(
      show((output) => writeFailures(output, [failure, { ...failure, document_id: 8, attempts: 2, set_aside: false }])),
      'document 7 (set aside): no words\ndocument 8 (attempt 2 of 5): no words\nTo try them again: paperless-index failures --retry\n',
    );
  });
});

describe('writeHits', () => {
  const hit: Source = {
    n: 1,
    passage: '12-3',
    document_id: 12,
    title: 'Lease\u202e\n2021',
    correspondent: 'Harbour',
    created: '2021-03-01',
    url: null,
    text: `The deposit\nis \u001b[31m900 EUR. ${'and so on '.repeat(40)}`,
    highlights: [],
    score: 0.03125,
    legs: { stems: 1, dense: 4 },
  };

  it('shows rank, document and the beginning of the passage', () => {
    const text = show((output) => writeHits(output, { hits: [hit], mode: 'dense+lexical', degraded: 'slow' }));
    assert.match(
      text,
      /^slow\n1\. Lease 2021 · Harbour · 2021-03-01\n {3}passage 12-3, score 0\.0313: stems 1, dense 4\n {3}The deposit is 900 EUR\. .*…\n1 passage \(dense\+lexical\)\n$/,
    );
  });

  it('cuts long titles and names, which filled the screen', () => {
    const long = { ...hit, title: 'Lease '.repeat(1_000), correspondent: 'Harbour '.repeat(1_000) };
    const [line = ''] = show((output) => writeHits(output, { hits: [long], mode: 'lexical' })).split('\n');
    assert.match(line, /^1\. Lease .*… · Harbour .*… · 2021-03-01$/);
    assert.ok(line.length < 300);
  });

  it('gives programs the position', () => {
    const { text, title } = hit;
    assert.deepEqual(toHitsJson({ hits: [hit], mode: 'lexical' }), {
      hits: [{ document_id: 12, position: 3, title, score: 0.03125, legs: hit.legs, text }],
      mode: 'lexical',
    });
  });

  it('says that nothing was found', () => {
    assert.equal(
      show((output) => writeHits(output, { hits: [], mode: 'lexical' })),
      'Nothing found (lexical).\n',
    );
  });
});
