import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REASONS } from '../../src/ask/reasons.ts';
import { UnavailableError } from '../../src/errors.ts';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { createTestApp, readError } from './create-test-app.ts';

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

  it('quotations are asked for in its marks, and scripts get the English ones', async () => {
    const seen: unknown[] = [];
    const scripted = createScriptedAnswers(() => QUOTATION);
    const answers: typeof scripted = {
      ...scripted,
      answer: (question, options) => {
        seen.push(question.quotationMarks);
        return scripted.answer(question, options);
      },
    };
    const { request, post } = await createTestApp({ answers });
    const headers = { ...german, 'Content-Type': 'application/x-www-form-urlencoded' };
    await (await request('/', { method: 'POST', body: 'q=a', headers })).text();
    await (await post('/api/ask', { q: 'a' }, { headers: german })).text();
    await (await post('/api/ask', { q: 'a' })).text();
    assert.deepEqual(seen, [['„', '“'], ['„', '“'], undefined]);
  });
});

function doneEvent() {
  return QUOTATION.find((event) => event.type === 'done') ?? assert.fail('the script has no end');
}
