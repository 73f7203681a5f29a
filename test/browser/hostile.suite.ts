import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { UnavailableError } from '../../src/errors.ts';
import type { Source } from '../../src/model.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { ask, LAST, openBrowser, openPage, servePage } from './open-browser.ts';

/** Each would set `pwned` if it were anything but text. */
const CORPUS = [
  '<script>pwned=1</script>',
  '<img src=x onerror=pwned=1>',
  '<svg/onload=pwned=1>',
  '"><img src=x onerror=pwned=1>',
  `' autofocus onfocus=pwned=1 x='`,
  '</textarea></title></template></script><script>pwned=1</script>',
  '<!--<script>pwned=1</script>-->',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned=1>',
  '<style>*{display:none}</style><base href=//evil.example>',
  '<form action=//evil.example><button>x</button></form>',
  'javascript:pwned=1',
  '[a](javascript:pwned=1) ![b](x"onerror=pwned=1) <javascript:pwned=1>',
  '[a]: javascript:pwned=1\n\n[a]',
  '<a href="java\tscript:pwned=1">x</a>',
  `{{constructor.constructor('pwned=1')()}} \${pwned=1}`,
  '&lt;script&gt;pwned=1&lt;/script&gt; &#60;script&#62;',
  '＜script＞pwned=1＜/script＞ <\u0000script>pwned=1</script>',
  '\u202egnp.exe\u2066 \u2028pwned=1\u2029 \ud800',
  '__proto__',
  'constructor',
];
const ALL = CORPUS.join(' ');

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const sources: readonly Source[] = CORPUS.map((text, at) => ({
  ...SOURCE,
  n: at + 1,
  passage: `${at + 1}-0`,
  document_id: at + 1,
  title: text,
  correspondent: text,
  text: `${text} quoted ${text}`,
  highlights: [{ start: 0, end: text.length }],
}));

const done = QUOTATION.at(-1) ?? assert.fail();

function createHostileLibrary() {
  const citations = sources.map(({ n, passage }) => ({ n, passage, checked: n % 2 === 0 }));
  const written = CORPUS.flatMap((text, at) => [
    `${text} [${at + 1}]`,
    `- ${text}`,
    `| ${text} |\n|--|\n| ${text} |`,
    `> ${text} [${at + 1}]`,
    `\`\`\`${text}\n${text}\n\`\`\``,
  ]);
  const answers = createScriptedAnswers((q) =>
    q === 'fail'
      ? [new UnavailableError('ollama', ALL)]
      : [
          { type: 'sources', sources, proposed: CORPUS.map((text) => ({ filter: { document_type: text }, text })) },
          { type: 'token', text: written.join('\n\n') },
          { ...done, citations, model: ALL, degraded: ALL },
        ],
  );
  const status = { documents: 1, failedDocuments: 1, updatedAt: 0, model: ALL, search: 'lexical' } as const;
  return {
    answers: {
      ...answers,
      checkFilters: async () => {},
      readSource: async (passage: string) => {
        const {
          n: _n,
          score: _score,
          legs: _legs,
          highlights: _highlights,
          ...shown
        } = sources.find((source) => source.passage === passage) ?? SOURCE;
        return { ...shown, before: ALL, after: ALL };
      },
    },
    archive: {
      visible: async (ids: readonly number[]) => new Set(ids),
      thumbnail: async () => undefined,
      counts: async () => CORPUS.map((name) => ({ name, count: 2 })),
    },
    readStatus: async () => status,
  };
}

describe('titles, names, text and answers that look like programs', () => {
  it('are text in the answer, the sources, the panel, the peek, the title and the errors', async () => {
    await using server = await servePage(createHostileLibrary());
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    await page.waitForSelector('#tag-names option >> nth=12', { state: 'attached' });
    await ask(page, CORPUS[5] ?? '');
    assert.equal(await page.title(), `${CORPUS[5]} – Ask your papers`);
    assert.deepEqual(await page.locator('.used .card-title').allTextContents(), [...CORPUS]);
    assert.equal(await page.textContent(`${LAST} .warning`), ALL);
    await checkHarmless(page);

    for (const at of [0, 4, 12, 18]) {
      await page.locator('.used .card-title').nth(at).click();
      await page.waitForSelector('#panel-text .around');
      assert.equal(await page.textContent('#panel-title'), CORPUS[at] ?? '');
      assert.ok((await page.textContent('#panel-text'))?.includes(CORPUS[at] ?? ''));
      await checkHarmless(page);
    }
    await page.keyboard.press('Escape');
    await page.hover('.answer .pill');
    await page.waitForSelector('#peek:popover-open');
    await checkHarmless(page);

    await page.fill('#q', 'fail');
    await page.press('#q', 'Enter');
    await page.waitForSelector('#problem .detail');
    assert.equal(await page.textContent('#problem .detail'), ALL);
    await checkHarmless(page);
  });

  it('are text in filters, spaces and the history', async () => {
    await using server = await servePage(createHostileLibrary());
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    const single = CORPUS.filter((text) => !text.includes('\n'));
    const kept = {
      filters: { correspondent: single[0], document_type: single[3], tags: single },
      spaces: single.map((name) => ({ name, filters: { correspondent: name, tags: [name] } })),
      history: CORPUS.map((q, at) => ({ q, filters: { tags: [q] }, at: at + 1 })),
    };
    for (const [key, value] of Object.entries(kept))
      await page.evaluate(`localStorage.setItem('${key}', ${JSON.stringify(JSON.stringify(value))})`);
    await page.reload({ waitUntil: 'load' });
    assert.equal(await page.locator('#tags .tag').count(), single.length);
    assert.equal(await page.locator('.space').count(), single.length);
    await page.click('#history-open');
    assert.equal(await page.locator('.entry').count(), CORPUS.length);
    await checkHarmless(page);
    await page.click('.entry >> nth=2');
    await page.waitForSelector('.turn:not(.busy) .only .tag');
    await checkHarmless(page);
    await page.click('[aria-label^="Delete the space"]');
    await checkHarmless(page);
  });

  it('are text in the page that the server makes', async () => {
    await using server = await servePage(createHostileLibrary());
    await using opened = await openPage(browser, server.url);
    const { page } = opened;
    for (const text of [ALL, 'fail']) {
      await page.fill('#q', text);
      await page.fill('[name=correspondent]', CORPUS[3] ?? '');
      await page.evaluate('HTMLFormElement.prototype.submit.call(ask)');
      await page.waitForSelector(text === 'fail' ? '#problem p' : '.turn .asked');
      await checkHarmless(page);
    }
    opened.expectRefusal(503);
  });
});

/** Nothing ran, nothing became an element, an event handler or an address. */
async function checkHarmless(page: Page): Promise<void> {
  const found = await page.evaluate<string[]>(`(() => {
    const elements = [...document.querySelectorAll('*')];
    const attributes = elements.flatMap(({ attributes }) => [...attributes]);
    return [
      ...(typeof pwned === 'undefined' ? [] : ['it ran']),
      ...[...document.querySelectorAll('body :is(script, style, iframe, svg, math, base, object, embed), img:not(.thumb > img), form:not([action="/"], #space-form)')].map((one) => one.outerHTML),
      ...attributes.filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
      ...attributes.filter(({ name, value }) => ['href', 'src', 'action'].includes(name) && !/^(#|\\/|https:\\/\\/paperless\\.example\\/)/.test(value)).map(({ value }) => value),
    ];
  })()`);
  assert.deepEqual(found, []);
}
