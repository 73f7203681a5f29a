import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { LAST, openBrowser, openPage, readFocus, servePage, tabTo, waitForAnswer } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('the keyboard', () => {
  it('asks with Enter, breaks the line with Shift+Enter, and asks nothing while a word is being composed', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    assert.equal(await readFocus(page), 'q');
    for (const box of ['q', 'follow-q']) {
      await page.focus(`#${box}`);
      await page.keyboard.type('one');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('two');
      const asked = answers.seen.length;
      await page.evaluate(
        `document.getElementById('${box}').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`,
      );
      assert.equal(answers.seen.length, asked);
      await page.keyboard.press('Enter');
      await page.waitForSelector(`.turn:nth-child(${asked + 1}):not(.busy) .answer blockquote`);
    }
    assert.deepEqual(
      answers.seen.map(({ q }) => q),
      ['one\ntwo', 'one\ntwo'],
    );
  });

  it('asks nothing when there is nothing to ask', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    await opened.page.fill('#q', '  ');
    await opened.page.press('#q', 'Enter');
    assert.equal(await opened.page.locator('.turn').count(), 0);
  });

  it('comes back to the question with a slash, except where a slash is being typed', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.focus('#ask .go');
    await page.keyboard.press('/');
    assert.equal(await readFocus(page), 'q');
    await page.keyboard.type('1/2');
    assert.equal(await page.inputValue('#q'), '1/2');
  });

  it('reaches everything in the order it is read', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    const reached: string[] = [];
    for (let tabs = 0; tabs < 4; tabs += 1) {
      await page.keyboard.press('Tab');
      reached.push(await readFocus(page));
    }
    assert.deepEqual(reached, ['Ask', 'correspondent', 'document_type', 'tag']);
  });

  it('is enough to ask, stop, open a source, close it, follow up and save a space', async () => {
    const never = new Promise(() => {});
    const answers = createScriptedAnswers((q) => (q === 'endless' ? [...QUOTATION.slice(0, 3), never] : QUOTATION));
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    const { keyboard } = page;

    await keyboard.type('endless');
    await keyboard.press('Enter');
    await page.waitForSelector('.answer blockquote');
    await tabTo(page, '.stop');
    await keyboard.press('Enter');
    await page.waitForSelector('.outcome:text-is("Stopped")');
    assert.equal(await readFocus(page), 'Ask');

    await keyboard.press('/');
    await keyboard.type('How much?');
    await keyboard.press('Enter');
    await waitForAnswer(page, 'How much?');
    await tabTo(page, '.answer .pill');
    await keyboard.press('Enter');
    await page.waitForSelector('#panel[open] .around');
    await keyboard.press('Escape');
    await page.waitForSelector('#panel', { state: 'hidden' });
    await page.waitForSelector('.pill:focus');

    await tabTo(page, '#follow-q');
    await keyboard.type('And then?');
    await keyboard.press('Enter');
    await waitForAnswer(page, 'And then?');
    assert.equal(await page.locator('.turn').count(), 2);

    await keyboard.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await keyboard.press('/');
    await tabTo(page, '[name=correspondent]');
    await keyboard.type('Stadtwerke');
    await tabTo(page, '#space-save');
    await keyboard.press('Enter');
    assert.equal(await readFocus(page), 'space');
    await keyboard.type('Electricity');
    await keyboard.press('Enter');
    await page.waitForSelector('.space[aria-pressed=true]:text-is("Electricity")');
    assert.equal(await readFocus(page), 'Electricity');
    assert.equal(await page.locator(LAST).count(), 1);
  });

  it('asks an example question', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.focus('#examples button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answer blockquote');
    assert.equal(await page.inputValue('#q'), answers.seen[0]?.q);
  });
});
