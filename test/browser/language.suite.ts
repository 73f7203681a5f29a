import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { REASONS } from '../../src/ask/reasons.ts';
import { UnavailableError } from '../../src/errors.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, LAST, openBrowser, openPage, servePage } from './open-browser.ts';

const GERMAN = { locale: 'de-DE' };

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('the page in German', () => {
  it('says everything in German: answer, offers, sources, panel, history, spaces', async () => {
    const done = QUOTATION.at(-1) ?? assert.fail();
    const proposed = [{ filter: { created_from: '2022-03-01', created_to: '2022-03-31' }, text: 'dated March' }];
    const answers = createScriptedAnswers(() => [
      { type: 'sources', sources: [SOURCE, { ...SOURCE, n: 2 }], proposed },
      ...QUOTATION.slice(2, -1),
      {
        ...done,
        missing_words: ['Meerschweinchen'],
        degraded: `${REASONS.wordsOnly}: the embedding service could not be used`,
      },
    ]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url, GERMAN);
    const { page } = opened;
    assert.equal(await page.getAttribute('html', 'lang'), 'de');
    await page.fill('[name=correspondent]', 'Stadtwerke');
    await page.press('[name=correspondent]', 'Tab');
    await ask(page, 'Wie viel?');
    const text = (await page.locator('main').allInnerTexts()).join(' ').replace(/\s+/g, ' ');
    for (const said of [
      'Zitate, die am besten passen',
      'Nur Stadtwerke',
      'Überall fragen',
      'Eingrenzen auf März 2022',
      'In keinem der Zitate steht: Meerschweinchen',
      'Nur nach Wörtern gesucht, nicht nach Bedeutung.',
      'Mit Quellen kopieren',
      'Noch einmal fragen',
      '1 Quelle',
      '1 weitere Stelle',
      '19. Jan. 2023',
      'In Paperless öffnen',
      'Als Bereich speichern',
      'Verlauf',
    ])
      assert.ok(text.includes(said), `${said}: ${text}`);
    assert.doesNotMatch(text, /\b(the|source|sources|Ask|Only|Clear)\b/);
    assert.match((await page.textContent('#live')) ?? '', /^Zitate.*1 Quelle$/s);
    assert.equal(
      await page.getAttribute(`${LAST} .answer .pill`, 'aria-label'),
      'Quelle 1: Jahresabrechnung Strom 2022',
    );
    await page.click('#history-open');
    assert.equal(await page.textContent('#history-clear'), 'Alles löschen');
  });

  it('opens a source at the quotation, in the marks of its language', async () => {
    const [, sources, , , done] = QUOTATION;
    const token = { type: 'token', text: '> „Ihr Verbrauch betrug 3.112 kWh.“ [1]' } as const;
    await using server = await servePage({
      answers: createScriptedAnswers(() => [sources ?? assert.fail(), token, done ?? assert.fail()]),
    });
    await using opened = await openPage(browser, server.url, GERMAN);
    const { page } = opened;
    await ask(page, 'Wie viel?');
    await page.click('.answer .pill');
    await page.waitForSelector('#panel-text .around');
    assert.equal(await page.textContent('#panel-text mark'), 'Ihr Verbrauch betrug 3.112 kWh.');
  });

  it('tells errors in German, with what the program says as English', async () => {
    const answers = createScriptedAnswers(() => [new UnavailableError('paperless', 'Paperless is down')]);
    await using server = await servePage({ answers });
    await using opened = await openPage(browser, server.url, GERMAN);
    const { page } = opened;
    await page.fill('#q', 'Wie viel?');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem:not([hidden])');
    assert.match((await page.textContent('#problem p')) ?? '', /gerade nicht zu erreichen/);
    assert.equal(await page.textContent('#problem [lang=en]'), 'Paperless is down');
    await page.fill('[name=correspondent]', 'Stadtwerk');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem .offers');
    assert.equal(
      await page.textContent('#problem'),
      'Es gibt keinen Korrespondenten „Stadtwerk“.Gemeint ist vielleicht StadtwerkeOhne diesen Filter',
    );
    opened.expectRefusal(400);
  });
});
