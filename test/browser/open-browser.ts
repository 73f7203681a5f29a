import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { serve } from '../../src/web/serve.ts';
import { createTestApp } from '../web/create-test-app.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let shared: Promise<Browser> | undefined;

/** Debian's Chromium, one for all suites of a process. */
export async function openBrowser(): Promise<Browser> {
  assert.ok(existsSync(CHROMIUM), `there is no ${CHROMIUM}: apt-get install chromium, or set CHROMIUM to its path`);
  shared ??= chromium.launch({ executablePath: CHROMIUM, headless: true, args: QUIET });
  return shared;
}

/** The page over fakes, on a free port. */
export async function servePage(parts: Parameters<typeof createTestApp>[0] = {}) {
  const { app } = await createTestApp(parts);
  const server = await serve({ fetch: app.fetch, host: '127.0.0.1', port: 0, allowNonLoopback: false });
  return {
    url: `http://127.0.0.1:${server.address.port}/`,
    [Symbol.asyncDispose]: () => server.close(0),
  };
}

/** Opens `url`; an error in the console, an exception or a request to elsewhere fails the test when the page is done with. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Patience for machines that have other things to do: nothing here is about speed.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) problems.push(`request to ${request.url()}`);
  });
  const forget = (text: string) => {
    const said = problems.findIndex((problem) => problem.includes(text));
    assert.ok(said >= 0, `nothing was said of "${text}": ${problems.join('\n')}`);
    problems.splice(said, 1);
  };
  await page.goto(url, { waitUntil: 'load' });
  return {
    page,
    /** Forgets what the browser says about a refusal that the test is about. */
    expectRefusal: (status: number) => forget(`status of ${status}`),
    /** Forgets everything of the kind that the test is about. */
    forgetAll: (text: string) => {
      while (problems.some((problem) => problem.includes(text))) forget(text);
    },
    [Symbol.asyncDispose]: async () => {
      await context.close();
      // Said here as well: when the test has failed before, only that one of the two errors is shown in full.
      if (problems.length > 0) console.error(problems);
      assert.deepEqual(problems, []);
    },
  };
}

/** The id (or name, or text) of the element that has the focus. */
export function readFocus(page: Page): Promise<string> {
  const focused = 'document.activeElement';
  return page.evaluate(`${focused}.id || ${focused}.getAttribute('name') || ${focused}.textContent`);
}

/** Presses Tab until the focus is on an element of that selector. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  assert.fail(`${selector} can't be reached with Tab`);
}

/** The last question of the conversation, with its answer. */
export const LAST = '.turn:last-child';

/** Types a question, sends it with Enter and waits until it is answered. */
export async function ask(page: Page, q: string, box = '#q'): Promise<void> {
  await page.fill(box, q);
  await page.press(box, 'Enter');
  await waitForAnswer(page, q);
}

/** Waits until `q` is the last question and its answer has ended. */
export async function waitForAnswer(page: Page, q: string): Promise<void> {
  const asked = page.locator(`${LAST}:not(.busy)`, { has: page.locator(`.asked:text-is(${JSON.stringify(q)})`) });
  await asked.locator('.answer[aria-busy=false]').waitFor({ state: 'attached' });
}

/** How many pixels one would have to scroll sideways. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)');
}
