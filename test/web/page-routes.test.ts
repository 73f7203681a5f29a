import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REASONS } from '../../src/ask/reasons.ts';
import { SignInError, UnavailableError } from '../../src/errors.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { createTestApp, createTestArchive, readError, readJson } from './create-test-app.ts';

const HOSTILE = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>&amp;';

describe('GET /', () => {
  it('is a whole page without inline script or style, and loads nothing foreign', async () => {
    const html = await getPage();
    assert.match(html, /^<!doctype html>/);
    // A script of data is not run.
    assert.doesNotMatch(
      html,
      /<style|style=|<script(?! type="(module" src="\/static|application\/json"))|\son\w+=|https?:/,
    );
  });

  it("makes its example questions from the library's own names", async () => {
    const html = await getPage();
    assert.match(html, /<button name="q" value="What does Stadtwerke write about\?">/);
  });

  it('shows names as text, whatever they hold', async () => {
    const counts = async () => [{ name: HOSTILE, count: 1 }];
    const html = await getPage({ archive: { ...createTestArchive(), counts } });
    assert.ok(!html.includes('<script>alert'));
    assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  });

  it('does not wait for an archive or an index that never answers', async () => {
    const never = () => new Promise<never>(() => {});
    const html = await getPage({ archive: { ...createTestArchive(), counts: never }, readStatus: never });
    assert.match(html, /the index did not answer in time/);
    assert.match(html, /<textarea id="q"/);
  });

  it('shows the last names there were, when the archive has become slow', async () => {
    const clock = createManualClock();
    let isSlow = false;
    const counts = () => (isSlow ? new Promise<never>(() => {}) : Promise.resolve([{ name: 'Stadtwerke', count: 1 }]));
    const { request } = await createTestApp({ clock, archive: { ...createTestArchive(), counts } });
    await request('/');
    isSlow = true;
    clock.advance(300_000);
    assert.match(await (await request('/')).text(), /<option value="Stadtwerke">/);
  });

  it('says what to do when nothing is indexed yet', async () => {
    const html = await getPage({ readStatus: async () => undefined });
    assert.match(html, /Run this once, or wait for its timer: <code>paperless-index<\/code>/);
  });

  it('raises an alarm over an index that is too old, or has failed documents', async () => {
    const fresh = {
      documents: 44,
      failedDocuments: 0,
      updatedAt: Date.UTC(2026, 0, 15, 11),
      model: undefined,
      search: 'lexical',
    } as const;
    assert.doesNotMatch(await getPage({ readStatus: async () => fresh }), /class="alarm"/);
    const old = await getPage({ readStatus: async () => ({ ...fresh, updatedAt: Date.UTC(2026, 0, 14, 9) }) });
    assert.match(old, /class="alarm">index updated 27 hours ago/);
    const failed = await getPage({ readStatus: async () => ({ ...fresh, failedDocuments: 1 }) });
    assert.match(failed, /class="alarm">1 document could not be indexed/);
  });
});

describe('POST / (the form without JavaScript)', () => {
  it('answers with a plain page: quotations, citations, sources, and the form as it was', async () => {
    const html = await (
      await submit('q=How+much%3F&correspondent=Stadtwerke&tag=energie&created_from=2022-01-01')
    ).text();
    assert.match(html, /Quotations that match best/);
    assert.match(
      html,
      /<blockquote><p>“Der <mark>Gesamtbetrag<\/mark> ist 1.252,36 EUR.”\u00a0<a class="pill" href="#source-1">1<\/a>/,
    );
    assert.match(html, /id="source-1"/);
    assert.match(html, /<mark>Gesamtbetrag<\/mark>/);
    assert.match(html, /name="correspondent"[^>]*value="Stadtwerke"/);
    assert.match(html, /name="tag"[^>]*value="energie"/);
    assert.match(html, /Only <span class="tag">Stadtwerke<\/span>/);
  });

  it('says above quotations which words of the question they lack, and nothing of it to what a model wrote', async () => {
    const lacking = QUOTATION.map((event) =>
      event.type === 'sources' ? { ...event, missing_words: ['guinea', '<pigs>'] } : event,
    );
    const html = await (await submit('q=a', { answers: createScriptedAnswers(() => lacking) })).text();
    assert.match(
      html,
      /<p class="warning">None of the quotations contains: guinea, &lt;pigs&gt;<\/p>\s*<div class="answer"/,
    );
    const written = lacking.map((event) =>
      event.type === 'done' ? { ...event, outcome: 'answered' as const } : event,
    );
    const other = await (await submit('q=a', { answers: createScriptedAnswers(() => written) })).text();
    assert.doesNotMatch(other, /guinea/);
  });

  it('names what is wrong beside the form, keeps what was typed, and asks nothing', async () => {
    for (const [query, field] of [
      ['q=&tag=a', 'q'],
      ['q=a&created_from=2024-02-30', 'created_from'],
      ['q=a&correspondent=Stadtwerk', 'correspondent'],
      ['q=a&document_type=b&document_type=c', 'document_type'],
    ]) {
      const response = await submit(query ?? '');
      const html = await response.text();
      assert.equal(response.status, 400, query);
      assert.match(html, new RegExp(`name="${field}"[^>]*aria-invalid="true"`), query);
      assert.match(html, /<div class="problem"[^>]*role="alert"><p>[^<]/, query);
    }
    assert.equal((await submit('q=a&corespondent=b')).status, 400);
  });

  it('shows titles, names, text and answers as text, whatever they hold', async () => {
    const source = {
      ...SOURCE,
      title: HOSTILE,
      correspondent: HOSTILE,
      text: HOSTILE,
      highlights: [{ start: 3, end: 9 }],
    };
    const answers = createScriptedAnswers(() => [
      { type: 'sources', sources: [source], proposed: [{ filter: { document_type: HOSTILE }, text: HOSTILE }] },
      { type: 'token', text: `${HOSTILE} [1]` },
      { ...doneEvent(), degraded: HOSTILE },
    ]);
    const html = await (await submit(`q=${encodeURIComponent(HOSTILE)}`, { answers })).text();
    assert.doesNotMatch(html, /<script>|<img src=x/);
  });

  it('offers the names that may have been meant', async () => {
    const html = await (await submit('q=How+much%3F&correspondent=Stadtwerk&tag=a')).text();
    assert.match(html, /There is no correspondent “Stadtwerk”\./);
    assert.match(
      html,
      /Did you mean <form class="again"[^>]*>(<input[^>]*>)*<input type="hidden" name="correspondent" value="Stadtwerke" \/>.*<button>Stadtwerke</,
    );
  });

  it('carries the conversation along, and answers the follow-up below what was said before', async () => {
    const seen: unknown[] = [];
    const scripted = createScriptedAnswers(() => QUOTATION);
    const answers: typeof scripted = {
      ...scripted,
      answer: (question, options) => {
        seen.push(question.history);
        return scripted.answer(question, options);
      },
    };
    const first = await (
      await submit('q=And+2021%3F&earlier_q=How+much%3F&earlier_answer=46+EUR+%5B1%5D', { answers })
    ).text();
    assert.deepEqual(seen, [[{ q: 'How much?', answer: '46 EUR [1]' }]]);
    assert.match(first, /<h2 class="asked">How much\?<\/h2>\s*<div class="answer"><p>46 EUR\u00a0<\/p>/);
    assert.match(first, /<h2 class="asked">And 2021\?<\/h2>/);
    assert.match(first, /id="follow"[^>]*>\s*<input type="hidden" name="earlier_q" value="How much\?" \/>/);
    assert.match(first, /name="earlier_q" value="And 2021\?"/);
  });

  it('carries no more along than it takes: a long conversation in Cyrillic was refused as too large', async () => {
    for (const said of ['привет ', '答案在信里。', '😀', '"&<\\ ']) {
      const token = { type: 'token', text: said.repeat(2_000) } as const;
      const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 2), token, doneEvent()]);
      const form = new URLSearchParams({ q: said.repeat(20) });
      for (let turn = 0; turn < 5; turn += 1) {
        const response = await submit(form.toString(), { answers });
        assert.equal(response.status, 200, `${said} ${turn}`);
        const carried = [...(await response.text()).matchAll(/type="hidden" name="(earlier_\w+)" value="([^"]*)"/g)];
        assert.ok(carried.length >= 2, said);
        for (const name of ['earlier_q', 'earlier_answer']) form.delete(name);
        for (const [, name = '', value = ''] of carried) form.append(name, unescapeHtml(value));
      }
    }
  });

  it('shows an error as such, with its status, never as an empty answer', async () => {
    const answers = createScriptedAnswers(() => [new UnavailableError('index', 'nothing is indexed yet')]);
    const response = await submit('q=a', { answers });
    assert.equal(response.status, 503);
    const html = await response.text();
    assert.match(html, /role="alert"><p>Something this page needs can’t be reached/);
    assert.match(html, /<p class="detail" lang="en">nothing is indexed yet/);
  });
});

describe('in German', () => {
  const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' };

  it('the page says so, and says everything in it', async () => {
    const { request } = await createTestApp();
    const response = await request('/', { headers: german });
    const html = await response.text();
    assert.match(html, /<html lang="de">/);
    assert.equal(response.headers.get('Vary'), 'Accept-Language');
    for (const text of ['Frag deine Unterlagen', 'Korrespondent', 'Worüber schreibt Stadtwerke?', '44 Dokumente'])
      assert.ok(html.includes(text), text);
    assert.match(html, /Index aktualisiert vor 60 Minuten/);
  });

  it('answers, refusals and what is missing are told', async () => {
    const headers = { ...german, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answers = createScriptedAnswers(() => [
      ...QUOTATION.slice(0, -1),
      { ...doneEvent(), degraded: REASONS.unverified },
    ]);
    const { request } = await createTestApp({ answers });
    const send = async (body: string) => (await request('/', { method: 'POST', body, headers })).text();
    const html = await send('q=Wie+viel%3F&correspondent=Stadtwerke');
    assert.match(html, /Zitate, die am besten passen/);
    assert.match(html, /19\.\u00a0Jan\.\u00a02023/);
    assert.match(html, /ob es diese Dokumente noch gibt, ist nicht geprüft/);
    assert.match(html, /Nur <span class="tag">Stadtwerke<\/span>.*Überall fragen/);
    assert.match(await send('q='), /Schreib eine Frage mit höchstens 2.000 Zeichen/);
    assert.match(await send('q=a&correspondent=Stadtwerk'), /Es gibt keinen Korrespondenten „Stadtwerk“/);
  });

  it('the API tells errors to browsers, and to scripts as before', async () => {
    const { post } = await createTestApp();
    const refused = await readError(await post('/api/ask', { q: '' }, { headers: german }));
    assert.match(refused.message, /höchstens 2.000 Zeichen/);
    assert.match((await readError(await post('/api/ask', { q: '' }))).message, /^q must not be empty/);
    const answers = createScriptedAnswers(() => [new UnavailableError('ollama', 'the model went away')]);
    const broken = await (await createTestApp({ answers })).post('/api/ask', { q: 'a' }, { headers: german });
    assert.match(await broken.text(), /gerade nicht zu erreichen.*"detail":"the model went away"/);
  });
});

describe('somebody who may not see the page', () => {
  it('is told so on a page, in their language, and a script as ever', async () => {
    const access = () => Promise.reject(new SignInError('this user may not view documents', { httpStatus: 403 }));
    const { request } = await createTestApp({ archive: { ...createTestArchive(), access } });
    const response = await request('/', { headers: { Accept: 'text/html,*/*', 'Accept-Language': 'de' } });
    assert.equal(response.status, 403);
    const html = await response.text();
    assert.match(html, /<html lang="de">[\s\S]*Du darfst hier nicht fragen\.[\s\S]*this user may not view documents/);
    assert.equal((await readError(await request('/'))).code, 'sign_in');
  });
});

describe('GET /api/status', () => {
  it('tells what the last line of the page says, as it is now', async () => {
    const clock = createManualClock();
    const { request } = await createTestApp({ clock });
    clock.advance(26 * 3_600_000);
    assert.deepEqual(await readJson(await request('/api/status')), [
      { text: 'index updated 27 hours ago', alarm: true },
      { text: '44 documents', alarm: false },
      { text: 'quotations only', alarm: false },
      { text: 'searched by words', alarm: false },
    ]);
  });
});

type Parts = Parameters<typeof createTestApp>[0];

async function getPage(parts: Parts = {}): Promise<string> {
  const response = await (await createTestApp(parts)).request('/');
  assert.equal(response.status, 200);
  return response.text();
}

async function submit(body: string, parts: Parts = {}) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return (await createTestApp(parts)).request('/', { method: 'POST', body, headers });
}

function unescapeHtml(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name) => characters[name] ?? whole);
}

function doneEvent() {
  return QUOTATION.find((event) => event.type === 'done') ?? assert.fail('the script has no end');
}
