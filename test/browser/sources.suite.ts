import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, openBrowser, openPage, servePage } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('a number in the answer', () => {
  it('shows its passage while the pointer or the focus is on it', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    await page.hover('.answer .pill');
    await page.waitForSelector('#peek:popover-open');
    assert.equal(await page.textContent('#peek mark'), 'Gesamtbetrag');
    await page.hover('h1');
    await page.waitForSelector('#peek', { state: 'hidden' });
    await page.focus('.outcome');
    await page.keyboard.press('Tab');
    await page.waitForSelector('#peek:popover-open');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#peek', { state: 'hidden' });
  });

  it('says why it is doubted: a red number with a question mark told nobody what is wrong', async () => {
    const text = 'It was 999 EUR [1], says a letter [2].';
    const citations = [
      { n: 1, passage: '12-0', checked: false },
      { n: 2, passage: '13-0', checked: true },
    ];
    const done = { ...(QUOTATION.at(-1) ?? assert.fail()), outcome: 'answered', citations } as const;
    const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 2), { type: 'token', text }, done]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    assert.match((await page.textContent('.note')) ?? '', /With a question mark: .* was not found there\.$/);
    for (const [n, doubts] of [
      [0, 1],
      [1, 0],
    ] as const) {
      await page.locator('.answer .pill').nth(n).hover();
      await page.waitForSelector('#peek:popover-open');
      assert.equal(await page.locator('#peek em').count(), doubts);
    }
  });

  it('stays on the line of the word it belongs to, however narrow that is', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `A word ${'i'.repeat(at)} or two until the end`);
    const text = lines.map((line) => `${line} [1]`).join('\n\n');
    const quoted = lines.map((line) => `> “${line}” [1]`).join('\n\n');
    const answers = createScriptedAnswers(() => [
      ...QUOTATION.slice(0, 2),
      { type: 'token', text: `${text}\n\n${quoted}` },
      QUOTATION.at(-1) ?? assert.fail(),
    ]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url, { viewport: { width: 400, height: 800 } });
    const { page } = opened;
    await ask(page, 'How much?');
    const alone = await page.evaluate<number>(`[...document.querySelectorAll('.answer .pill')].filter((pill) => {
      const range = document.createRange();
      range.setStart(pill.previousSibling, pill.previousSibling.data.length - 4);
      range.setEnd(pill.previousSibling, pill.previousSibling.data.length - 1);
      return Math.abs(range.getBoundingClientRect().bottom - pill.getBoundingClientRect().bottom) > 10;
    }).length`);
    assert.equal(alone, 0);
  });

  it('opens the panel beside the answer at its highlighted span, and Esc leads back', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    await page.click('.answer .pill');
    await page.waitForSelector('#panel-text .around');
    assert.equal(await page.textContent('#panel-title'), 'Jahresabrechnung Strom 2022');
    assert.equal(await page.textContent('#panel-text mark'), 'Der Gesamtbetrag ist 1.252,36 EUR.');
    const panel = await page.locator('#panel').boundingBox();
    const answer = await page.locator('.answer').boundingBox();
    assert.ok(panel && answer && panel.x >= answer.x + answer.width, 'the panel covers the answer');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#panel'), false);
    await page.waitForSelector(':focus:text-is("1")');
  });

  it('opens another source in the panel that is open already: its surroundings never came', async () => {
    const answers = createScriptedAnswers(() => [
      { type: 'sources', sources: [SOURCE, { ...SOURCE, n: 2, title: 'Another' }], proposed: [] },
      ...QUOTATION.slice(2),
    ]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    await page.click('.answer .pill');
    await page.waitForSelector('#panel-text .around');
    await page.click('.others summary');
    await page.click('.others .card-title');
    await page.waitForSelector('#panel-title:text-is("Another")');
    await page.waitForSelector('#panel-text .around');
    await page.keyboard.press('Escape');
    await page.waitForSelector(':focus:text-is("Another")');
  });

  it('opens the panel over the answer on a narrow screen, keeps the focus in it, and closes it beside', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { viewport: { width: 320, height: 640 } });
    const { page } = opened;
    await ask(page, 'How much?');
    await page.click('.answer .pill');
    await page.waitForSelector('#panel:modal');
    for (let tabs = 0; tabs < 4; tabs += 1) {
      assert.ok(
        await page.evaluate('document.activeElement === document.body || panel.contains(document.activeElement)'),
      );
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector('#panel', { state: 'hidden' });
    await page.waitForSelector(':focus:text-is("1")');
  });

  it('opens from the title of a card too, by keyboard', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    await page.focus('.used .card-title');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel[open]');
    await page.click('#panel .close');
    await page.waitForSelector(':focus:text-is("Jahresabrechnung Strom 2022")');
  });

  it('says in the panel when the document is gone, and still shows what was quoted', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'How much?');
    await page.click('.others summary');
    await page.click('.others .card-title');
    await page.waitForSelector('#panel-text .warning');
    assert.equal(await page.textContent('#panel-text mark'), 'Gesamtbetrag');
    opened.expectRefusal(404);
  });
});
