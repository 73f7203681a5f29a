import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { ask, openBrowser, openPage, readFocus, servePage, waitForAnswer } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const readStored = (page: Page, key: string) =>
  page.evaluate<unknown>(`JSON.parse(localStorage.getItem(${JSON.stringify(key)}))`);

async function saveSpace(page: Page, name: string, correspondent: string) {
  await page.fill('[name=correspondent]', correspondent);
  await page.press('[name=correspondent]', 'Tab');
  await page.click('#space-save');
  await page.fill('#space', name);
  await page.press('#space', 'Enter');
}

describe('a saved space', () => {
  it('keeps filters under a name, over a reload, and is chosen and left with a click', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    assert.equal(await page.isVisible('#space-save'), false);
    await saveSpace(page, 'Electricity', 'Stadtwerke');
    assert.equal(await page.isVisible('#space-save'), false);
    assert.deepEqual(await readStored(page, 'spaces'), [
      { name: 'Electricity', filters: { correspondent: 'Stadtwerke' } },
    ]);
    await page.click('#clear');
    await page.reload({ waitUntil: 'load' });
    assert.equal(await page.inputValue('[name=correspondent]'), '');
    await page.click('.space');
    assert.equal(await page.inputValue('[name=correspondent]'), 'Stadtwerke');
    assert.equal(await readFocus(page), 'Electricity');
    await ask(page, 'How much?');
    assert.deepEqual(answers.seen[0]?.filters, { correspondent: 'Stadtwerke' });
    await page.click('.space');
    assert.equal(await page.inputValue('[name=correspondent]'), '');
    assert.equal(await page.getAttribute('.space', 'aria-pressed'), 'false');
  });

  it('is deleted with one click, and comes back with another', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await saveSpace(page, 'B', 'Stadtwerke');
    await saveSpace(page, 'A', 'Anna');
    assert.deepEqual(await page.locator('.space').allTextContents(), ['A', 'B']);
    await page.click('[aria-label="Delete the space A"]');
    assert.deepEqual(await page.locator('.space').allTextContents(), ['B']);
    assert.equal(await readFocus(page), 'Undo');
    await page.keyboard.press('Enter');
    assert.deepEqual(await page.locator('.space').allTextContents(), ['A', 'B']);
    await page.click('[aria-label="Delete the space B"]');
    await page.reload({ waitUntil: 'load' });
    assert.deepEqual(await page.locator('.space').allTextContents(), ['A']);
  });

  it('is not saved when its name is left with Esc', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await page.press('[name=correspondent]', 'Tab');
    await page.click('#space-save');
    await page.keyboard.type('Half a na');
    await page.keyboard.press('Escape');
    assert.equal(await readFocus(page), 'space-save');
    assert.equal(await page.locator('.space').count(), 0);
  });
});

describe('the history of this browser', () => {
  it('has what began a conversation, searches it, and asks it again with its filters', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await ask(page, 'How much?');
    await ask(page, 'And then?', '#follow-q');
    await page.click('#clear');
    await ask(page, 'Kündigung der Wohnung');
    await page.reload({ waitUntil: 'load' });
    await page.click('#history-open');
    assert.equal(await readFocus(page), 'history-search');
    const shown = async () => (await page.locator('.entry').allInnerTexts()).map((text) => text.split('\n')[0]);
    assert.deepEqual(await shown(), ['Kündigung der Wohnung', 'How much?']);
    // Follow-ups seemed to be lost.
    assert.equal(await page.textContent('#history-title'), 'What conversations began with');
    await page.fill('#history-search', 'kundigung');
    assert.deepEqual(await shown(), ['Kündigung der Wohnung']);
    await page.fill('#history-search', 'nothing like it');
    assert.equal(await page.textContent('#history-note'), 'Nothing like that was asked.');
    await page.fill('#history-search', 'stadtwerke');
    await page.click('.entry');
    await waitForAnswer(page, 'How much?');
    assert.deepEqual(answers.seen.at(-1)?.filters, { correspondent: 'Stadtwerke' });
    assert.equal(await page.isVisible('#history'), false);
  });

  it('forgets one question, or at the second click all of them', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    for (const q of ['One', 'Two', 'Three']) await ask(page, q);
    await page.click('#history-open');
    await page.click('[aria-label="Forget “Two”"]');
    assert.equal(await page.locator('.entry').count(), 2);
    await page.click('#history-clear');
    assert.equal(await page.textContent('#history-clear'), 'Forget everything?');
    assert.equal(await page.locator('.entry').count(), 2);
    await page.click('#history-clear');
    assert.equal(await page.textContent('#history-note'), 'Nothing asked yet.');
    await page.keyboard.press('Escape');
    await page.reload({ waitUntil: 'load' });
    assert.deepEqual(await readStored(page, 'history'), []);
  });

  it('is left with Esc without stopping an answer', async () => {
    const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 3), new Promise(() => {})]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('#q', 'endless');
    await page.press('#q', 'Enter');
    await page.waitForSelector('.answer blockquote');
    await page.click('#history-open');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#history', { state: 'hidden' });
    assert.equal(await readFocus(page), 'history-open');
    assert.equal(answers.seen[0]?.ended, 'running');
  });
});

describe('storage that is', () => {
  it('damaged does no harm', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    for (const damage of ['{"', '7', '{"correspondent":5,"tags":"x"}', '[{"q":5},null,{"name":"x","filters":[]}]']) {
      await page.evaluate(
        `for (const key of ['filters', 'spaces', 'history']) localStorage.setItem(key, ${JSON.stringify(damage)})`,
      );
      await page.reload({ waitUntil: 'load' });
      assert.equal(await page.locator('.space').count(), 0, damage);
      await ask(page, 'How much?');
      await page.click('#history-open');
      assert.equal(await page.locator('.entry').count(), 1, damage);
    }
  });

  it('full still shows what was added last: it came back as it was before', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await saveSpace(page, 'Electricity', 'Stadtwerke');
    await ask(page, 'One');
    await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    await page.click('#clear');
    await saveSpace(page, 'Another', 'Somebody');
    assert.deepEqual(await page.locator('.space').allTextContents(), ['Another', 'Electricity']);
    assert.match((await page.textContent('#space-note')) ?? '', /This browser keeps nothing/);
    await page.click('#clear');
    await ask(page, 'Two');
    await page.click('#history-open');
    const shown = (await page.locator('.entry').allInnerTexts()).map((text) => text.split('\n')[0]);
    assert.deepEqual(shown, ['Two', 'One']);
  });

  it('refused is done without until the page is closed, and said so', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } })",
    );
    await page.reload({ waitUntil: 'load' });
    await saveSpace(page, 'Electricity', 'Stadtwerke');
    assert.match((await page.textContent('#space-note')) ?? '', /This browser keeps nothing/);
    assert.equal(await page.locator('.space').count(), 1);
    await ask(page, 'How much?');
    await page.click('#history-open');
    assert.equal(await page.locator('.entry').count(), 1);
    assert.match((await page.textContent('#history-note')) ?? '', /This browser keeps nothing/);
  });
});
