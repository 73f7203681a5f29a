import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { createTestApp } from './create-test-app.ts';

const HOSTILE = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>&amp;';

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

  it('says above quotations which words of the question they lack', async () => {
    const lacking = QUOTATION.map((event) =>
      event.type === 'done' ? { ...event, missing_words: ['guinea', '<pigs>'] } : event,
    );
    const html = await (await submit('q=a', { answers: createScriptedAnswers(() => lacking) })).text();
    assert.match(
      html,
      /<p class="warning">None of the quotations contains: guinea, &lt;pigs&gt;<\/p>\s*<div class="answer"/,
    );
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

type Parts = Parameters<typeof createTestApp>[0];

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
