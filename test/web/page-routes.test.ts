import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { SignInError, UnavailableError } from '../../src/errors.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
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

  it('logs only the kind of error of what it does without: causes may repeat names and questions', async () => {
    const logged: object[] = [];
    const log = { ...SILENT_LOG, debug: (fields: object) => void logged.push(fields) };
    const cause = new Error('secret');
    const broken = async () => {
      throw new UnavailableError('paperless', 'secret', { cause });
    };
    const readStatus = () => Promise.reject(new RangeError('secret', { cause }));
    await getPage({ log, readStatus, archive: { ...createTestArchive(), counts: broken } });
    assert.ok(logged.length >= 2);
    for (const fields of logged)
      assert.ok(['unavailable', 'RangeError'].includes(Object.values(fields).join()), inspect(fields));
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
