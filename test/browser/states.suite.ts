import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { UnavailableError } from '../../src/errors.ts';
import { createScriptedAnswers, SOURCE, type Step } from '../fakes/scripted-answers.ts';
import { ask, LAST, measureOverflow, openBrowser, openPage, servePage } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Everything an answer can show: markers that were not checked, a warning, offers, a table. */
function createRichAnswers() {
  const never = new Promise(() => {});
  const proposed = [{ filter: { created_from: '2022-01-01' }, text: 'dated since 2022' }];
  const sources = { type: 'sources', sources: [SOURCE, { ...SOURCE, n: 2, passage: '13-0' }], proposed } as const;
  const text = '# Title\n\nIt is **1.252,36 EUR** [1].\n\n| a | b |\n|--|--|\n| c | `d` |\n\n> “Der Gesamtbetrag” [1]';
  const citations = [{ n: 1, passage: '12-0', checked: false }];
  const done = { type: 'done', outcome: 'answered', citations, model: 'm', timings: { total_ms: 4 } } as const;
  const scripts: Readonly<Record<string, readonly Step[]>> = {
    endless: [sources, { type: 'token', text }, never],
    'in line': [{ type: 'phase', name: 'queued' }, never],
    missing: [sources, { ...done, outcome: 'not_found', citations: [], near: sources.sources }],
    'nothing here': [
      { ...sources, sources: [] },
      { ...done, outcome: 'nothing_in_scope', citations: [] },
    ],
    broken: [sources, { type: 'token', text }, new UnavailableError('ollama', 'the model went away')],
  };
  const whole = [sources, { type: 'token', text }, { ...done, degraded: 'something is missing' }] as const;
  return createScriptedAnswers((q) => scripts[q] ?? whole);
}

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 768, 1280].map((width) => ({ colorScheme, width })),
);

describe('every state of the page is without a fault that a checker of accessibility can find, and fits', () => {
  for (const { colorScheme, width } of LOOKS) {
    it(`${colorScheme} and ${width} px wide`, async () => {
      const status = { documents: 9, failedDocuments: 3, updatedAt: 0, model: 'm', search: 'dense+lexical' } as const;
      await using server = await servePage({ answers: createRichAnswers(), readStatus: async () => status });
      const viewport = { width, height: 800 };
      await using opened = await openPage(browser, server.url, { colorScheme, viewport, reducedMotion: 'reduce' });
      const { page } = opened;
      const check = async (state: string) => {
        assert.deepEqual(await findFaults(page), [], state);
        assert.equal(await measureOverflow(page), 0, state);
      };
      await check('empty');
      await page.fill('[name=correspondent]', 'Stadtwerke');
      await page.fill('#tag', 'energie');
      await page.press('#tag', 'Enter');
      await page.click('#space-save');
      await check('naming a space');
      await page.keyboard.type('Electricity');
      await page.keyboard.press('Enter');
      await page.fill('#q', 'endless');
      await page.press('#q', 'Enter');
      await page.waitForSelector('.answer .pill');
      await check('answering');
      await page.keyboard.press('Escape');
      await ask(page, 'How much?');
      await ask(page, 'And then?', '#follow-q');
      await page.click(`${LAST} .others summary`);
      await check('answered');
      await page.hover(`${LAST} .answer .pill`);
      await page.waitForSelector('#peek:popover-open');
      await check('with a look at a passage');
      await page.click(`${LAST} .answer .pill`);
      await page.waitForSelector('#panel-text .around');
      await check('with the panel');
      await page.keyboard.press('Escape');
      await page.click('#history-open');
      await check('with the history');
      await page.keyboard.press('Escape');
      for (const q of ['missing', 'nothing here']) {
        await ask(page, q);
        await check(q);
      }
      await page.fill('#q', 'in line');
      await page.press('#q', 'Enter');
      await page.waitForSelector(`${LAST} .outcome:text-is("Waiting for other questions …")`);
      await check('in line');
      await page.fill('#q', 'broken');
      await page.press('#q', 'Enter');
      await page.waitForSelector('#problem:not([hidden])');
      await check('broken off');
      await page.fill('[name=correspondent]', 'Stadtwerk');
      await page.press('#q', 'Enter');
      await page.waitForSelector('#problem .offers');
      await check('with a refusal');
      opened.expectRefusal(400);
      await page.click('[aria-label="Delete the space Electricity"]');
      await check('with a deleted space');
      await page.fill('[name=correspondent]', 'Stadtwerke');
      for (const q of ['made by the server', 'missing']) {
        await page.fill('#q', q);
        await Promise.all([page.waitForNavigation(), page.evaluate('HTMLFormElement.prototype.submit.call(ask)')]);
        await check(`${q}, on a page of the server's`);
      }
    });
  }
});

async function findFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger: the page's own policy forbids foreign scripts.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
