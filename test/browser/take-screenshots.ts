import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startPaperlessAsk } from '../programs/start-paperless-ask.ts';
import { ask, LAST, openBrowser, openPage } from './open-browser.ts';

// Takes the pictures in docs/, of the sample library: node test/browser/take-screenshots.ts

const DOCS = join(import.meta.dirname, '../../docs');
const FIRST = 'What was the total of the Brightline invoice in March 2021?';

const program = startPaperlessAsk(['--demo'], { ASK_PORT: '0', LOG_LEVEL: 'info' });
const browser = await openBrowser();
try {
  const url = await program.listening;
  await takeAnswer(browser, url);
  await takeConversation(browser, url);
  await takePhone(browser, url);
} finally {
  await browser.close();
  program.child.kill();
}

/** An answer with a source open beside it. */
async function takeAnswer(browser: Browser, url: string) {
  await using opened = await openPage(browser, url, look('light', 1280, 900));
  const { page } = opened;
  await ask(page, FIRST);
  await page.click(`${LAST} .answer .pill`);
  await page.waitForSelector('#panel[open] mark');
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(DOCS, 'page.png') });
}

/** A question with its follow-up, in the dark. */
async function takeConversation(browser: Browser, url: string) {
  await using opened = await openPage(browser, url, look('dark', 1000, 1280));
  const { page } = opened;
  await ask(page, FIRST);
  await ask(page, 'And the year after that?', '#follow-q');
  await page.evaluate("document.querySelector('.turn + .turn').scrollIntoView()");
  await page.screenshot({ path: join(DOCS, 'page-conversation.png') });
}

/** A narrowed question on a telephone, in German. */
async function takePhone(browser: Browser, url: string) {
  await using opened = await openPage(browser, url, { ...look('light', 390, 844), locale: 'de-DE' });
  const { page } = opened;
  await page.fill('[name=correspondent]', 'Stadtwerke Talhausen');
  await page.press('[name=correspondent]', 'Tab');
  await page.click('#space-save');
  await page.fill('#space', 'Strom');
  await page.press('#space', 'Enter');
  await ask(page, 'Wie hoch ist der neue Abschlag?');
  await page.screenshot({ path: join(DOCS, 'page-phone.png') });
}

function look(colorScheme: 'light' | 'dark', width: number, height: number): BrowserContextOptions {
  return { colorScheme, viewport: { width, height }, reducedMotion: 'reduce' };
}
