import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { UnavailableError } from '../../src/errors.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, LAST, openBrowser, openPage, readFocus, servePage, waitForAnswer } from './open-browser.ts';

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
    assert.equal(await page.textContent('.asked'), 'How much?');
    assert.equal(await page.textContent('.outcome'), 'Quotations that match best');
    assert.match((await page.textContent('.answer blockquote')) ?? '', /“Der Gesamtbetrag ist 1.252,36 EUR.”\u00a01/);
    assert.equal(await page.locator('.used .card').count(), 1);
    assert.equal(await page.textContent('.used mark'), 'Gesamtbetrag');
    assert.equal(await page.getAttribute('.used .open', 'href'), SOURCE.url);
    assert.equal(await page.textContent('.others summary'), '1 further passage');
    assert.equal(await page.isVisible('.others .card'), false);
    assert.equal(await page.title(), 'How much? – Ask your papers');
  });

  for (const [locale, said] of [
    ['en-GB', ['Searching …', 'Writing …', 'Answer. 1 source']],
    ['de-DE', ['Sucht …', 'Schreibt …', 'Antwort. 1 Quelle']],
  ] as const)
    it(`tells those who listen what happens, shortly, and never the answer word by word, in ${locale}`, async () => {
      const done = QUOTATION.at(-1);
      const answers = createScriptedAnswers(() => [
        ...QUOTATION.slice(0, 2),
        { type: 'phase', name: 'answering' },
        ...Array.from({ length: 50 }, () => ({ type: 'token', text: 'word ' }) as const),
        { ...(done?.type === 'done' ? done : assert.fail()), outcome: 'answered' },
      ]);
      await using server = await servePage({ answers });
      await using opened = await openPage(browser, server.url, { locale });
      const { page } = opened;
      assert.equal(await page.getAttribute('#live', 'role'), 'status');
      await page.evaluate(
        'window.said = []; new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true })',
      );
      await ask(page, 'How much?');
      const heard = await page.evaluate<string[]>('said');
      // Two in one go are heard as one.
      assert.ok(
        heard.every((text) => said.some((one) => one === text)),
        heard.join(' | '),
      );
      assert.equal(heard.at(-1), said[2]);
      assert.ok(heard.length <= said.length, heard.join(' | '));
    });

  it('shows what comes as it comes, and stops at the button and at Esc', async () => {
    const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 3), never]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    for (const stop of [() => page.click('#ask .stop'), () => page.press('body', 'Escape')]) {
      await page.fill('#q', 'endless');
      await page.press('#q', 'Enter');
      await page.waitForSelector('.answer blockquote');
      for (const later of ['#follow', '.copy', '.redo', '.used'])
        assert.equal(await page.isVisible(later), false, `${later} is shown while the answer is written`);
      await stop();
      await page.waitForSelector('.outcome:text-is("Stopped")');
      assert.match((await page.textContent('.answer')) ?? '', /Gesamtbetrag/);
      // Its marker had not come yet.
      assert.equal(await page.isVisible('.used'), false);
      assert.equal(await page.isVisible('#ask .go'), true);
      assert.equal(await page.textContent('#live'), 'Stopped');
    }
    await server[Symbol.asyncDispose]();
    assert.deepEqual(
      answers.seen.map(({ ended }) => ended),
      ['aborted', 'aborted'],
    );
  });

  it('says that a question waits for others, and leaves nothing behind when it is stopped then', async () => {
    const answers = createScriptedAnswers(() => [never]);
    await using server = await servePage({ answers, settings: { concurrency: 1 } });
    await using first = await openPage(browser, server.url);
    await using second = await openPage(browser, server.url);
    for (const { page } of [first, second]) {
      await page.fill('#q', 'a');
      await page.press('#q', 'Enter');
      await page.waitForSelector('.turn.busy');
    }
    await second.page.waitForSelector('.outcome:text-is("Waiting for other questions …")');
    await second.page.keyboard.press('Escape');
    await second.page.waitForSelector('.turn', { state: 'detached' });
    assert.equal(await second.page.inputValue('#q'), 'a');
  });

  it('says that nothing was found, and offers to leave the filters', async () => {
    const done = { type: 'done', outcome: 'nothing_in_scope', citations: [], model: null, timings: {} } as const;
    const answers = createScriptedAnswers(() => [{ type: 'sources', sources: [], proposed: [] }, done]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await ask(page, 'How much?');
    assert.equal(await page.textContent('.outcome'), 'Nothing here');
    assert.match((await page.textContent('.only')) ?? '', /Only Stadtwerke/);
    await page.click('.only button');
    await page.waitForSelector('.turn:not(.busy) .only:empty', { state: 'attached' });
    assert.equal(await page.inputValue('[name=correspondent]'), '');
    assert.deepEqual(
      answers.seen.map(({ filters }) => filters),
      [{ correspondent: 'Stadtwerke' }, undefined],
    );
  });

  it('offers the nearest passages when none answers', async () => {
    const near = [SOURCE];
    const answers = createScriptedAnswers(() => [
      { type: 'sources', sources: near, proposed: [] },
      { type: 'done', outcome: 'not_found', citations: [], near, model: 'm', timings: {} },
    ]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    await ask(opened.page, 'How much?');
    assert.equal(await opened.page.textContent('.outcome'), 'Not in the documents searched');
    assert.equal(await opened.page.textContent('.others summary'), '1 nearest passage');
    assert.equal(await opened.page.isVisible('.others .card-title'), true);
  });

  it('applies a filter that the question hints at only when it is clicked', async () => {
    const proposed = [{ filter: { created_from: '2022-01-01', created_to: '2022-12-31' }, text: 'dated 2022' }];
    const answers = createScriptedAnswers(() => [
      { type: 'sources', sources: [SOURCE], proposed },
      ...QUOTATION.slice(2),
    ]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    assert.equal(await page.textContent('.proposed'), 'Narrow to 2022');
    await page.click('.proposed button');
    await page.waitForSelector('.turn:not(.busy) .only .tag');
    assert.equal(await page.inputValue('[name=created_from]'), '2022-01-01');
    assert.deepEqual(
      answers.seen.map(({ filters }) => filters),
      [undefined, proposed[0]?.filter],
    );
  });

  it('shows a refusal at the control it is about, and asks with the name that was meant', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerk');
    await page.fill('#q', 'How much?');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem:not([hidden])');
    assert.match((await page.textContent('#problem')) ?? '', /There is no correspondent “Stadtwerk”/);
    assert.equal(await readFocus(page), 'correspondent');
    assert.equal(await page.getAttribute('[name=correspondent]', 'aria-invalid'), 'true');
    assert.equal(await page.locator('.turn').count(), 0);
    opened.expectRefusal(400);
    await page.click('#problem button');
    await waitForAnswer(page, 'How much?');
    assert.equal(await page.isVisible('#problem'), false);
    assert.equal(await page.inputValue('[name=correspondent]'), 'Stadtwerke');
    assert.deepEqual(answers.seen[0]?.filters, { correspondent: 'Stadtwerke' });
  });

  it('leaves a refused filter with one click, and forgets it: it came back with each reload', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('#tag', 'energie');
    await page.fill('[name=correspondent]', 'Nobody');
    const refuse = async () => {
      await page.fill('#q', 'How much?');
      await page.press('#q', 'Enter');
      await page.waitForSelector('#problem:not([hidden])');
      opened.expectRefusal(400);
    };
    await refuse();
    await page.click('#problem button:text-is("Without this filter")');
    await waitForAnswer(page, 'How much?');
    assert.deepEqual(answers.seen[0]?.filters, { tags: ['energie'] });
    await page.fill('[name=correspondent]', 'Nobody');
    await refuse();
    await page.reload({ waitUntil: 'load' });
    assert.equal(await page.inputValue('[name=correspondent]'), '');
    assert.equal(await page.locator('#tags .tag').count(), 1);
  });

  it('keeps what was received when an answer breaks off, and asks again', async () => {
    const error = new UnavailableError('ollama', 'the model went away');
    const answers = createScriptedAnswers(() =>
      answers.seen.length > 1 ? QUOTATION : [...QUOTATION.slice(0, 4), error],
    );
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('#q', 'a');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem:not([hidden])');
    assert.match((await page.textContent('#problem')) ?? '', /can’t be reached just now.*the model went away/);
    assert.equal(await page.textContent('.outcome'), 'Broken off');
    assert.match((await page.textContent('.answer')) ?? '', /Gesamtbetrag/);
    assert.deepEqual(await page.locator('.used .card-title').allTextContents(), [SOURCE.title]);
    assert.equal(await page.textContent('.note'), 'Nothing of this was checked.');
    await page.click('.redo');
    await page.waitForSelector('.outcome:text-is("Quotations that match best")');
    assert.equal(await page.isVisible('#problem'), false);
    assert.equal(await page.locator('.turn').count(), 1);
  });

  it('says so when the server is gone', async () => {
    const server = await servePage();
    await using opened = await openPage(browser, server.url);
    await server[Symbol.asyncDispose]();
    await opened.page.fill('#q', 'a');
    await opened.page.press('#q', 'Enter');
    await opened.page.waitForSelector('#problem:not([hidden])');
    assert.match((await opened.page.textContent('#problem')) ?? '', /The server does not answer/);
    opened.forgetAll('ERR_CONNECTION_REFUSED');
  });

  it('copies the answer with its sources', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = opened;
    await ask(page, 'How much?');
    await page.click(`${LAST} .copy`);
    await page.waitForSelector('.copy:text-is("Copied")');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^\*\*How much\?\*\*\n/);
    assert.match(copied, /\[1\]\n\n1 source:\n\[1\] Jahresabrechnung Strom 2022, Stadtwerke/);
  });
});
