import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { JudgedModel } from './describe-answers.ts';
import { type LibraryResult, measureLibrary } from './library.ts';
import { mean } from './metrics.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'library');

describe('the sample library, by words only', () => {
  let result: LibraryResult = { name: '', answered: [], scopedMisses: [] };
  let judged: readonly JudgedModel[] = [];
  before(async () => {
    const { results, models } = await measureLibrary(SAMPLE);
    [result = result] = results;
    judged = models;
  });
  const average = (column: 'r8' | 'mrr' | 'quoted') => mean(result.answered.map((one) => one[column]));
  const find = (id: string) => result.answered.find(({ question }) => question.id === id) ?? assert.fail(id);

  it('finds what it is known to find', () => {
    assert.equal(result.answered.length, 77);
    assert.ok(average('r8') >= 0.86, `recall@8 is ${average('r8')}`);
    assert.ok(average('mrr') >= 0.77, `MRR is ${average('mrr')}`);
  });

  it('quotes the evidence as often as it is known to', () => {
    assert.ok(average('quoted') >= 0.7, `the quotations hold ${average('quoted')} of the evidence`);
  });

  it('puts the total of the right invoice first', () => {
    assert.deepEqual([find('m022').r1, find('m022').first], [1, 1]);
  });

  it('gives the subject and the total of an invoice asked for by its number', () => {
    assert.deepEqual([find('m001').r1, find('m001').quoted], [1, 1]);
  });

  it('never shows a document from outside of the filters', () => {
    assert.equal(result.scopedMisses.length, 6);
    assert.deepEqual(
      result.scopedMisses.flatMap(({ strays }) => strays),
      [],
    );
  });

  it('measures a faithful model as such: nothing invented, every citation borne out and shown as checked', () => {
    const { recognised, supported, checkedRight } = findJudgement(judged, 'scripted, faithful');
    assert.deepEqual([mean(recognised), mean(supported)], [1, 1]);
    assert.ok(supported.length > 60);
    assert.ok(mean(checkedRight) > 0.95, `${mean(checkedRight)} of the right citations are shown as checked`);
  });

  it('measures a careless model as such: an answer to everything, no citation borne out', () => {
    const { recognised, supported, checkedWrong } = findJudgement(judged, 'scripted, careless');
    // Where a filter leaves nothing the model is not asked.
    assert.ok(mean(recognised) < 0.1, `${mean(recognised)} recognised`);
    assert.equal(mean(supported), 0);
    assert.ok(mean(checkedWrong) < 0.25, `${mean(checkedWrong)} of the wrong citations are shown as checked`);
  });
});

function findJudgement(models: readonly JudgedModel[], wanted: string) {
  return models.find(({ name }) => name === wanted)?.judgement ?? assert.fail(wanted);
}
