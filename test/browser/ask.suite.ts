import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { UnavailableError } from '../../src/errors.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, openBrowser, openPage, readFocus, servePage } from './open-browser.ts';

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'&lt;b&gt;';
const never = new Promise(() => {});

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('asking', () => {
  it('shows quotations as such, with their numbers and the sources they come from', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    assert.equal(await page.textContent('#result-title'), 'Quotations that match best');
    assert.match((await page.textContent('#answer blockquote')) ?? '', /“Der Gesamtbetrag ist 1.252,36 EUR.”\u00a01/);
    assert.equal(await page.locator('#used .card').count(), 1);
    assert.equal(await page.textContent('#used mark'), 'Gesamtbetrag');
    assert.equal(await page.getAttribute('#used .open', 'href'), SOURCE.url);
    assert.match((await page.textContent('#others-title')) ?? '', /\(1\)/);
    assert.equal(await page.isVisible('#other-cards'), false);
  });

  it('shows what comes as it comes, and stops at the button and at Esc', async () => {
    const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 3), never]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    for (const stop of [() => page.click('#stop'), () => page.press('body', 'Escape')]) {
      await page.fill('#q', 'endless');
      await page.press('#q', 'Enter');
      await page.waitForSelector('#answer blockquote');
      await stop();
      await page.waitForSelector('#result-title:text-is("Stopped")');
      assert.match((await page.textContent('#answer')) ?? '', /Gesamtbetrag/);
      assert.equal(await page.isVisible('#go'), true);
    }
    await server[Symbol.asyncDispose]();
    assert.deepEqual(
      answers.seen.map(({ ended }) => ended),
      ['aborted', 'aborted'],
    );
  });

  it('says that nothing was found, and offers to leave the filters', async () => {
    const done = { type: 'done', outcome: 'nothing_in_scope', citations: [], model: null, timings: {} } as const;
    const answers = createScriptedAnswers(() => [{ type: 'sources', sources: [], proposed: [] }, done]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await ask(page, 'How much?');
    assert.equal(await page.textContent('#result-title'), 'Nothing here');
    assert.match((await page.textContent('#only')) ?? '', /Only Stadtwerke/);
    await page.click('#only button');
    await page.waitForSelector('#only:empty', { state: 'attached' });
    assert.deepEqual(
      answers.seen.map(({ filters }) => filters),
      [{ correspondent: 'Stadtwerke' }, undefined],
    );
  });

  it('shows a refusal at the control it is about', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerk');
    await page.fill('#q', 'How much?');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem:not([hidden])');
    assert.match((await page.textContent('#problem')) ?? '', /did you mean "Stadtwerke"/);
    assert.equal(await readFocus(page), 'correspondent');
    assert.equal(await page.getAttribute('[name=correspondent]', 'aria-invalid'), 'true');
    opened.expectRefusal(400);
  });

  it('keeps what was received when an answer breaks off', async () => {
    const error = new UnavailableError('ollama', 'the model went away');
    const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 4), error]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('#q', 'a');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem:not([hidden])');
    assert.equal(await page.textContent('#problem'), 'the model went away');
    assert.match((await page.textContent('#answer')) ?? '', /Gesamtbetrag/);
  });

  it('copies the answer with its sources', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = opened;
    await ask(page, 'How much?');
    await page.click('#copy');
    await page.waitForSelector('#copy:text-is("Copied")');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^\*\*How much\?\*\*\n/);
    assert.match(copied, /\[1\]\n\nSources:\n\[1\] Jahresabrechnung Strom 2022, Stadtwerke/);
  });

  it('shows titles, names, text and answers as text, whatever they hold', async () => {
    const source = {
      ...SOURCE,
      title: HOSTILE,
      correspondent: HOSTILE,
      text: HOSTILE,
      highlights: [{ start: 0, end: 9 }],
    };
    const [, , , , done] = QUOTATION;
    const answers = createScriptedAnswers(() => [
      { type: 'sources', sources: [source], proposed: [{ filter: { document_type: HOSTILE }, text: HOSTILE }] },
      { type: 'token', text: `${HOSTILE} [a](javascript:alert(3)) [1]` },
      done ?? assert.fail(),
    ]);
    const readSource = async () => ({ ...source, before: HOSTILE, after: HOSTILE });
    await using server = await servePage({ answers: { ...answers, readSource } });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, HOSTILE);
    await page.hover('#answer .pill');
    await page.click('#answer .pill');
    await page.waitForSelector('#panel-text .around');
    for (const place of [
      '#asked',
      '#answer',
      '#used .card-title',
      '#used .correspondent',
      '#panel-title',
      '#panel-text .passage',
    ])
      assert.ok((await page.textContent(place))?.includes(HOSTILE), place);
    assert.equal(
      await page.locator('main script, main img[src=x], #panel script, #panel img, #answer a:not(.pill)').count(),
      0,
    );
  });
});
