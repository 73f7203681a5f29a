import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, LAST, measureOverflow, openBrowser, openPage, servePage } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const LONG = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'.repeat(2);

/** An answer with everything that could be too wide. */
function createWideAnswer() {
  const source = { ...SOURCE, title: LONG, correspondent: LONG, text: `${LONG} 12,50` };
  const table = `| ${'a | '.repeat(12)}\n| ${'-- | '.repeat(12)}\n| ${`${LONG.slice(0, 30)} | `.repeat(12)}`;
  return createScriptedAnswers(() => [
    { type: 'sources', sources: [source], proposed: [{ filter: { document_type: LONG }, text: LONG }] },
    { type: 'token', text: `${LONG} [1]\n\n${table}\n\n\`\`\`\n${LONG}\n\`\`\`\n\n> “${LONG}” [1]` },
    { ...(QUOTATION.at(-1) ?? assert.fail()), degraded: LONG },
  ]);
}

describe('the look', () => {
  for (const width of [320, 1600]) {
    it(`needs no sideways scrolling at ${width} px, whatever the documents hold`, async () => {
      await using server = await servePage({ answers: createWideAnswer() });
      await using opened = await openPage(browser, server.url, { viewport: { width, height: 700 } });
      const { page } = opened;
      const checkWidth = async (state: string) => assert.equal(await measureOverflow(page), 0, state);
      await checkWidth('empty');
      await page.fill('[name=correspondent]', 'Stadtwerke');
      await page.fill('#tag', LONG);
      await page.press('#tag', 'Enter');
      await page.click('#space-save');
      await checkWidth('naming a space');
      await page.fill('#space', LONG.slice(0, 60));
      await page.press('#space', 'Enter');
      await ask(page, LONG);
      await ask(page, LONG, '#follow-q');
      await checkWidth('answered');
      await page.click(`${LAST} .answer .pill`);
      await page.waitForSelector('#panel[open]');
      await checkWidth('with the panel');
      await page.keyboard.press('Escape');
      await page.click('#history-open');
      await checkWidth('with the history');
    });
  }

  it('is dark where people want it dark', async () => {
    await using server = await servePage();
    const lightness = async (options: BrowserContextOptions) => {
      await using opened = await openPage(browser, server.url, options);
      const colour = await opened.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      return Number(/\d+/.exec(colour)?.[0]);
    };
    assert.ok((await lightness({ colorScheme: 'light' })) > 200);
    assert.ok((await lightness({ colorScheme: 'dark' })) < 60);
  });

  it('moves nothing where people want no motion', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { reducedMotion: 'reduce' });
    const { page } = opened;
    await ask(page, 'How much?');
    assert.equal(await page.evaluate('document.getAnimations().length'), 0);
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior'), 'auto');
  });

  it('is on paper the conversation with all its sources, and nothing to click', async () => {
    await using server = await servePage();
    await using opened = await openPage(browser, server.url, { colorScheme: 'dark' });
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await ask(page, 'One');
    await ask(page, 'Two', '#follow-q');
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string) =>
      page.evaluate<boolean[]>(
        `[...document.querySelectorAll('${selector}')].map((one) => one.checkVisibility({ contentVisibilityAuto: true }) && one.getBoundingClientRect().height > 0)`,
      );
    for (const selector of ['.asked', '.outcome', '.answer blockquote', '.only .tag', '.used .excerpt'])
      assert.deepEqual(await shown(selector), [true, true], selector);
    for (const selector of ['form.ask', 'button', '.status', '.others', 'dialog'])
      assert.ok(
        (await shown(selector)).every((isShown) => !isShown || selector === 'button'),
        selector,
      );
    assert.deepEqual(await shown('.tools button'), [false, false, false, false]);
    assert.equal(
      await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    assert.ok((await page.pdf()).length > 5_000);
  });
});
