import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, openBrowser, openPage, servePage } from './open-browser.ts';

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
    { type: 'sources', sources: [source], proposed: [{ filter: { document_type: 'a' }, text: LONG }] },
    { type: 'token', text: `${LONG} [1]\n\n${table}\n\n\`\`\`\n${LONG}\n\`\`\`\n\n> “${LONG}” [1]` },
    { ...(QUOTATION.at(-1) ?? assert.fail()), degraded: LONG },
  ]);
}

describe('the look', () => {
  for (const width of [320, 768, 1280, 1600]) {
    it(`needs no sideways scrolling at ${width} px, whatever the documents hold`, async () => {
      await using server = await servePage({ answers: createWideAnswer() });
      await using opened = await openPage(browser, server.url, { viewport: { width, height: 700 } });
      const { page } = opened;
      assert.equal(await measureOverflow(page), 0);
      await page.fill('[name=correspondent]', 'Stadtwerke');
      await page.fill('#tag', LONG);
      await page.press('#tag', 'Enter');
      await ask(page, LONG);
      assert.equal(await measureOverflow(page), 0);
      await page.click('.answer .pill');
      await page.waitForSelector('#panel[open]');
      assert.equal(await measureOverflow(page), 0);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no fault that a checker of accessibility can find, in ${colorScheme}`, async () => {
      await using server = await servePage();
      await using opened = await openPage(browser, server.url, { colorScheme, reducedMotion: 'reduce' });
      const { page } = opened;
      assert.deepEqual(await findFaults(page), []);
      await page.fill('[name=correspondent]', 'Stadtwerke');
      await ask(page, 'How much?');
      await page.click('.others summary');
      assert.deepEqual(await findFaults(page), []);
      await page.click('.answer .pill');
      await page.waitForSelector('#panel-text .around');
      assert.deepEqual(await findFaults(page), []);
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
    const animated = await page.evaluate('document.getAnimations().length');
    assert.equal(animated, 0);
  });
});

function measureOverflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');
}

async function findFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger: the page's own policy forbids foreign scripts.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
