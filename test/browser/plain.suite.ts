import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { openBrowser, openPage, servePage } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('without JavaScript', () => {
  it('the form is sent and the answer is a plain page', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url, { javaScriptEnabled: false });
    const { page } = opened;
    await page.fill('#q', 'How much?');
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await page.fill('#tag', 'energie');
    await page.click('#go');
    await page.waitForSelector('#answer blockquote');
    assert.deepEqual(answers.seen[0]?.filters, { correspondent: 'Stadtwerke', tags: ['energie'] });
    assert.equal(await page.textContent('#result-title'), 'Quotations that match best');
    await page.click('#answer .pill');
    assert.match(page.url(), /#source-1$/);
    await page.click('#only button');
    await page.waitForSelector('#answer blockquote');
    assert.equal(answers.seen[1]?.filters, undefined);
  });

  it('an example question is answered, and a refusal is explained beside the form', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { javaScriptEnabled: false });
    const { page } = opened;
    await page.click('#examples button');
    await page.waitForSelector('#answer blockquote');
    await page.fill('[name=correspondent]', 'Stadtwerk');
    await page.click('#go');
    await page.waitForSelector('#problem:not([hidden])');
    assert.equal(await page.inputValue('[name=correspondent]'), 'Stadtwerk');
    opened.expectRefusal(400);
  });
});

describe('without an index', () => {
  it('the page says what to do', async () => {
    await using server = await servePage({ readStatus: async () => undefined });
    await using opened = await openPage(browser, server.url);
    assert.match((await opened.page.textContent('main')) ?? '', /Run paperless-index once/);
  });
});
