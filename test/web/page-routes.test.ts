import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createScriptedAnswers, QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { createTestApp, createTestArchive } from './create-test-app.ts';

const HOSTILE = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>&amp;';

describe('GET /', () => {
  it('is a whole page without inline script or style, and loads nothing foreign', async () => {
    const html = await getPage();
    assert.match(html, /^<!doctype html>/);
    assert.doesNotMatch(html, /<style|style=|<script(?![^>]*src="\/static)|\son\w+=|https?:/);
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
    assert.match(html, /The index did not answer in time/);
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
    assert.match(html, /Run <code>paperless-index<\/code> once/);
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
    assert.match(old, /class="alarm">index updated 27 h ago/);
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
      assert.match(html, /<p class="problem"[^>]*role="alert">[^<]/, query);
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

  it('shows an error as such, with its status, never as an empty answer', async () => {
    const answers = createScriptedAnswers(() => [new UnavailableError('index', 'nothing is indexed yet')]);
    const response = await submit('q=a', { answers });
    assert.equal(response.status, 503);
    assert.match(await response.text(), /role="alert">nothing is indexed yet/);
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

function doneEvent() {
  return QUOTATION.find((event) => event.type === 'done') ?? assert.fail('the script has no end');
}
