import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { ask, openBrowser, openPage, servePage } from './open-browser.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const NAMES: Readonly<Record<string, readonly { name: string; count: number }[]>> = {
  correspondent: [{ name: 'Stadtwerke', count: 3 }],
  document_type: [{ name: 'Rechnung', count: 2 }],
  tag: [
    { name: 'energie', count: 5 },
    { name: 'a & b', count: 1 },
  ],
};

function createLibrary() {
  const answers = createScriptedAnswers(() => QUOTATION);
  const counts = async (kind: string) => NAMES[kind] ?? [];
  return {
    answers,
    archive: { visible: async (ids: readonly number[]) => new Set(ids), counts, thumbnail: async () => undefined },
  };
}

describe('the scope row', () => {
  it('sends what is chosen, shows it above the answer, and remembers it', async () => {
    const library = createLibrary();
    await using server = await servePage(library);
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await page.selectOption('[name=document_type]', 'Rechnung');
    for (const tag of ['energie', 'a & b']) {
      await page.fill('#tag', tag);
      await page.press('#tag', 'Enter');
    }
    await page.fill('[name=created_from]', '2022-01-01');
    await ask(page, 'How much?');
    const filters = {
      correspondent: 'Stadtwerke',
      document_type: 'Rechnung',
      tags: ['energie', 'a & b'],
      created_from: '2022-01-01',
    };
    assert.deepEqual(library.answers.seen[0]?.filters, filters);
    const only = (await page.locator('.only .tag').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    assert.deepEqual(only, ['Stadtwerke', 'Rechnung', 'tag energie', 'tag a & b', 'from 1 Jan 2022']);

    await page.reload({ waitUntil: 'load' });
    await ask(page, 'And now?');
    assert.deepEqual(library.answers.seen[1]?.filters, filters);
    await page.click('#tags .tag button');
    await ask(page, 'Without the first tag?');
    assert.deepEqual(library.answers.seen[2]?.filters, { ...filters, tags: ['a & b'] });
    await page.click('#clear');
    await ask(page, 'And everywhere?');
    assert.equal(library.answers.seen[3]?.filters, undefined);
    assert.equal(await page.isVisible('#clear'), false);
  });

  it('takes a tag that was typed but not entered', async () => {
    const library = createLibrary();
    await using server = await servePage(library);
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.fill('#tag', 'energie');
    await ask(page, 'How much?');
    assert.deepEqual(library.answers.seen[0]?.filters, { tags: ['energie'] });
  });

  it('offers the names of the library', async () => {
    await using server = await servePage(createLibrary());
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.waitForSelector('[name=document_type] option >> nth=1', { state: 'attached' });
    const values = (list: string) =>
      page.locator(`${list} option`).evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    assert.deepEqual(await values('#correspondents'), ['Stadtwerke']);
    assert.deepEqual(await values('#tag-names'), ['energie', 'a & b']);
    assert.deepEqual(await page.locator('[name=document_type] option').allTextContents(), ['Any', 'Rechnung']);
  });
});
