import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeAnswer } from '../../src/cli/answer-text.ts';
import { createOutput } from '../../src/cli/output.ts';
import type { AnswerEvent } from '../../src/model.ts';
import { QUOTATION, SOURCE } from '../fakes/scripted-answers.ts';
import { captureStream } from './capture-stream.ts';

async function write(events: readonly AnswerEvent[], hasModel = true): Promise<string> {
  const stream = captureStream();
  await writeAnswer(createOutput(stream), toAsync(events), hasModel);
  return stream.text();
}

async function* toAsync(events: readonly AnswerEvent[]) {
  yield* events;
}

describe('writeAnswer', () => {
  it('writes the quotations, says that they are quotations, and lists only the sources used', async () => {
    assert.equal(
      await write(QUOTATION, false),
      `Quotations that match best; whether they answer the question is for you to judge

> “Der Gesamtbetrag ist 1.252,36 EUR.” [1]

Sources
[1] Jahresabrechnung Strom 2022 · Stadtwerke · 2023-01-19
    https://paperless.example/documents/12/
`,
    );
  });

  it('says below the quotations which words of the question they lack', async () => {
    const events = QUOTATION.map((event) =>
      event.type === 'done' ? { ...event, missing_words: ['guinea', 'pigs\u001b[2J'] } : event,
    );
    const said = 'None of the quotations contains: guinea, pigs\n';
    assert.match(await write(events, false), new RegExp(`\\[1\\]\n\n${said}\nSources`));
    assert.match(await write(events), new RegExp(`to judge\n\n${said}\nSources`));
  });

  it('names the document where there is no link to it', async () => {
    const parts = QUOTATION.map((part) =>
      part.type === 'sources' ? { ...part, sources: [{ ...SOURCE, url: null }] } : part,
    );
    assert.match(await write(parts), /\n\[1\] Jahresabrechnung Strom 2022 · Stadtwerke · 2023-01-19 · document 12\n$/);
  });

  it('says so below as well, when a model was to answer and did not', async () => {
    assert.match(await write(QUOTATION), /\[1\]\n\nQuotations that match best.*\n\nSources\n/);
  });

  it('says when nothing was found, and shows what comes nearest', async () => {
    const done = {
      type: 'done',
      outcome: 'not_found',
      citations: [],
      near: [SOURCE],
      model: null,
      timings: {},
    } as const;
    assert.match(await write([done]), /^Not in the documents searched.*\n\nNearest passages\n\[1\] /);
  });

  it('shows no backslashes of Markdown, not even where tokens part', async () => {
    const tokens = ['see \\', '[3\\', '] and \\*x\\* C:\\temp'].map((text) => ({ type: 'token', text }) as const);
    assert.equal(await write(tokens), 'see [3] and *x* C:\\temp');
  });

  it('lets no escape sequence of a document through, not even where tokens part', async () => {
    const source = { ...SOURCE, title: 'a\u001b[2Jb', url: null };
    const [, , , , done] = QUOTATION;
    const text = await write([
      { type: 'sources', sources: [source], proposed: [] },
      { type: 'token', text: 'a\u001b' },
      { type: 'token', text: '[31mb\u202e' },
      done ?? assert.fail(),
    ]);
    assert.ok(!text.includes('\u001b') && !text.includes('\u202e'));
  });

  it('doubts out loud what could not be checked', async () => {
    const citations = [{ n: 1, passage: '12-0', checked: false }];
    const done = {
      type: 'done',
      outcome: 'answered',
      citations,
      model: 'm',
      timings: {},
      degraded: 'Paperless is down',
    } as const;
    const text = await write([...QUOTATION.slice(0, 4), done]);
    assert.match(text, /Paperless is down\n/);
    assert.match(text, /\[1\]: something that is cited with it was not found in it/);
  });
});
