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
  for (const [locale, title, only] of [
    ['en-GB', 'Quotations that match best', 'Only Stadtwerke'],
    ['de-DE', 'Zitate, die am besten passen', 'Nur Stadtwerke'],
  ] as const)
    it(`the form is sent and the answer is a plain page, in ${locale}`, async () => {
      const answers = createScriptedAnswers(() => QUOTATION);
      await using server = await servePage({ answers });
      await using opened = await openPage(browser, server.url, { javaScriptEnabled: false, locale });
      const { page } = opened;
      assert.equal(await page.getAttribute('html', 'lang'), locale.slice(0, 2));
      for (const useless of ['#history-open', '#spaces', '#ask .stop', '#follow'])
        assert.equal(await page.isVisible(useless), false, useless);
      await page.fill('#q', 'How much?');
      await page.fill('[name=correspondent]', 'Stadtwerke');
      await page.fill('#tag', 'energie');
      await page.click('#ask .go');
      await page.waitForSelector('.answer blockquote');
      assert.deepEqual(answers.seen[0]?.filters, { correspondent: 'Stadtwerke', tags: ['energie'] });
      assert.equal(await page.textContent('.outcome'), title);
      assert.ok((await page.textContent('.only'))?.startsWith(only));
      await page.click('.answer .pill');
      assert.match(page.url(), /#source-1$/);
      await page.click('.only button');
      await page.waitForSelector('.answer blockquote');
      assert.equal(answers.seen[1]?.filters, undefined);
    });

  it('a follow-up carries the conversation and the filters along', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url, { javaScriptEnabled: false });
    const { page } = opened;
    await page.fill('#q', 'One');
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await page.click('#ask .go');
    for (const q of ['Two', 'Three']) {
      await page.fill('#follow-q', q);
      await page.click('#follow .go');
      await page.waitForSelector(`.turn:last-child .asked:text-is("${q}")`);
    }
    assert.deepEqual(await page.locator('.asked').allTextContents(), ['One', 'Two', 'Three']);
    assert.deepEqual(answers.seen[2]?.filters, { correspondent: 'Stadtwerke' });
    const history = (answers.seen[2]?.history ?? []) as { q: string }[];
    assert.deepEqual(
      history.map(({ q }) => q),
      ['One', 'Two'],
    );
  });

  it('an example question is answered, and a refusal is explained beside the form', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { javaScriptEnabled: false });
    const { page } = opened;
    await page.click('#examples button');
    await page.waitForSelector('.answer blockquote');
    await page.fill('[name=correspondent]', 'Stadtwerk');
    await page.click('#ask .go');
    await page.waitForSelector('#problem:not([hidden])');
    assert.equal(await page.inputValue('[name=correspondent]'), 'Stadtwerk');
    opened.expectRefusal(400);
    await page.click('#problem button');
    await page.waitForSelector('.answer blockquote');
    assert.equal(await page.inputValue('[name=correspondent]'), 'Stadtwerke');
    await page.fill('[name=correspondent]', 'Nobody');
    await page.click('#ask .go');
    await page.waitForSelector('#problem:not([hidden])');
    opened.expectRefusal(400);
    await page.click('#problem button:text-is("Without this filter")');
    await page.waitForSelector('.answer blockquote');
    assert.equal(await page.inputValue('[name=correspondent]'), '');
  });
});

describe('the page', () => {
  it('says what to do when there is no index', async () => {
    await using server = await servePage({ readStatus: async () => undefined });
    await using opened = await openPage(browser, server.url);
    assert.match((await opened.page.textContent('main')) ?? '', /Run this once, .*paperless-index/);
  });

  it('is painted and can be typed into while nothing else answers', async () => {
    const never = () => new Promise<never>(() => {});
    const scripted = createScriptedAnswers(() => QUOTATION);
    const archive = { visible: never, counts: never, thumbnail: never };
    await using server = await servePage({
      archive,
      readStatus: never,
      answers: { ...scripted, quote: never, listNames: never },
    });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    const painted = await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
        .observe({ type: 'paint', buffered: true }))`,
    );
    assert.ok(painted > 0);
    await page.keyboard.type('typed');
    assert.equal(await page.inputValue('#q'), 'typed');
    assert.match((await page.textContent('#status')) ?? '', /did not answer in time/);
  });

  it('brings its last line up to date when somebody comes back to it', async () => {
    let documents = 44;
    const status = { failedDocuments: 0, updatedAt: undefined, model: undefined, search: 'lexical' } as const;
    await using server = await servePage({ readStatus: async () => ({ ...status, documents }) });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    assert.match((await page.textContent('#status')) ?? '', /never updated.*44 documents/);
    documents = 45;
    await page.evaluate(
      "const real = Date.now; Date.now = () => real() + 60_000; document.dispatchEvent(new Event('visibilitychange'))",
    );
    await page.waitForSelector('#status span:text-is("45 documents")');
    assert.equal(await page.locator('#status .alarm').count(), 1);
  });
});
