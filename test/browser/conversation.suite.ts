import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { UnavailableError } from '../../src/errors.ts';
import { createAnswers } from '../../src/web/create-answers.ts';
import { createWorld } from '../ask/world.ts';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.ts';
import { ask, LAST, openBrowser, openPage, readFocus, servePage, waitForAnswer } from './open-browser.ts';

const FOLLOW = '#follow-q';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('a follow-up', () => {
  it('"and the year before?" is understood by what was said before, and numbers its own sources', async () => {
    const { deps } = await createWorld([
      { id: 21, title: 'Invoice 2021', created: '2021-03-04', texts: ['The total of the invoice 2021 is 46.33 EUR.'] },
      { id: 20, title: 'Invoice 2020', created: '2020-03-05', texts: ['The total of the invoice 2020 is 40.18 EUR.'] },
    ]);
    const chatModel = createScriptedChatModel((messages) => {
      const prompt = messages.map(({ content }) => content).join('\n');
      if (prompt.includes('understood alone')) return ['What was the total of the invoice in 2020?'];
      return prompt.includes('in 2020?') ? ['It was 40.18 EUR [1].'] : ['It was 46.33 EUR [1].'];
    });
    await using server = await servePage({ answers: createAnswers({ ...deps, chatModel }) });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'What was the total of the invoice in 2021?');
    assert.equal(await page.textContent(`${LAST} .used .card-title`), 'Invoice 2021');
    await ask(page, 'And the year before?', FOLLOW);

    assert.deepEqual(await page.locator('.asked').allTextContents(), [
      'What was the total of the invoice in 2021?',
      'And the year before?',
    ]);
    assert.deepEqual(await page.locator('.answer').allTextContents(), [
      'It was 46.33 EUR\u00a01.',
      'It was 40.18 EUR\u00a01.',
    ]);
    assert.equal(await page.textContent(`${LAST} .used .card-title`), 'Invoice 2020');
    const rewriting = chatModel.requests[1]?.messages.at(-1)?.content ?? '';
    assert.match(rewriting, /Question: What was the total.*\nAnswer: It was 46\.33 EUR/);

    await page.click('.turn:first-child .answer .pill');
    await page.waitForSelector('#panel[open]');
    assert.equal(await page.textContent('#panel-title'), 'Invoice 2021');
    await page.click(`${LAST} .answer .pill`);
    await page.waitForSelector('#panel-title:text-is("Invoice 2020")');
  });

  it('stands below what it follows, whose sources are folded and whose offers are over', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    assert.equal(await page.isVisible('#follow'), false);
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await ask(page, 'One');
    await ask(page, 'Two', FOLLOW);
    assert.equal(await page.inputValue(FOLLOW), '');
    assert.equal(await readFocus(page), 'follow-q');
    const open = await page.locator('.used').evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
    assert.deepEqual(open, [false, true]);
    assert.equal(await page.isVisible('.turn:first-child :is(.redo, .again)'), false);
    assert.equal(await page.isVisible(`${LAST} .redo`), true);
    assert.deepEqual(answers.seen[1], {
      q: 'Two',
      filters: { correspondent: 'Stadtwerke' },
      history: [{ q: 'One', answer: '> “Der Gesamtbetrag ist 1.252,36 EUR.” [1]' }],
      ended: 'finished',
    });

    await page.click(`${LAST} .redo`);
    await waitForAnswer(page, 'Two');
    assert.equal(await page.locator('.turn').count(), 2);
    assert.deepEqual(answers.seen[2]?.history, answers.seen[1]?.history);
    await page.click(`${LAST} .only button`);
    await page.waitForSelector(`${LAST}:not(.busy) .only:empty`, { state: 'attached' });
    assert.equal(await page.locator('.turn').count(), 2);
    assert.equal(answers.seen[3]?.filters, undefined);
    assert.deepEqual(answers.seen[3]?.history, answers.seen[1]?.history);
  });

  it('is over when a new question is asked', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'One');
    await ask(page, 'Two', FOLLOW);
    await ask(page, 'Three');
    assert.deepEqual(await page.locator('.asked').allTextContents(), ['Three']);
    assert.equal(answers.seen[2]?.history, undefined);
  });

  it('can be stopped, and one that fails is given back to be asked again', async () => {
    const error = new UnavailableError('ollama', 'the model went away');
    const answers = createScriptedAnswers((q) => {
      if (q === 'Two') return [...QUOTATION.slice(0, 4), new Promise(() => {})];
      return q === 'Three' ? [error] : QUOTATION;
    });
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await ask(page, 'One');
    await page.fill(FOLLOW, 'Two');
    await page.press(FOLLOW, 'Enter');
    await page.waitForSelector(`${LAST}.busy .answer blockquote`);
    await page.click('#follow .stop');
    await page.waitForSelector(`${LAST} .outcome:text-is("Stopped")`);
    await page.fill(FOLLOW, 'Three');
    await page.press(FOLLOW, 'Enter');
    await page.waitForSelector('#problem:not([hidden])');
    assert.equal(await page.inputValue(FOLLOW), 'Three');
    assert.deepEqual(await page.locator('.asked').allTextContents(), ['One', 'Two']);
    const below = await page.evaluate('follow.nextElementSibling.id');
    assert.equal(below, 'problem');
  });

  it('goes on from an answer that the server had put into the page', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    // As when the form is sent before the script has come.
    await page.fill('#q', 'One');
    await page.evaluate('HTMLFormElement.prototype.submit.call(ask)');
    await page.waitForSelector('.answer blockquote');
    await ask(page, 'Two', FOLLOW);
    assert.equal(await page.locator('.turn').count(), 2);
    assert.equal(await page.locator('#follow input').count(), 0);
    const [turn] = (answers.seen[1]?.history ?? []) as { q: string; answer: string }[];
    assert.equal(turn?.q, 'One');
    assert.match(turn?.answer ?? '', /Gesamtbetrag/);
  });
});
