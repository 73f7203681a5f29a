import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRunningLines } from '../../src/text/running-lines.ts';

const dropped = (text: string): string[] => findRunningLines(text).map(({ start, end }) => text.slice(start, end));
const body = (n: number): string =>
  `Absatz ${n}a: ${'etwas Text '.repeat(12)}\nAbsatz ${n}b: ${'noch mehr Text '.repeat(12)}`;
const pages = (count: number, page: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => page(index + 1)).join('\n');

describe('running lines', () => {
  it('are the page counters and what repeats next to them, from the second page on', () => {
    const text = pages(3, (n) => `Stadtwerke Talhausen\nAm Alten Gaswerk 4\n${body(n)}\nSeite ${n} von 3`);
    assert.deepEqual(dropped(text), [
      'Stadtwerke Talhausen',
      'Am Alten Gaswerk 4',
      'Seite 2 von 3',
      'Stadtwerke Talhausen',
      'Am Alten Gaswerk 4',
      'Seite 3 von 3',
    ]);
  });

  for (const counter of ['Page # of 9', 'page #', '- # -', '# / 12', 'Blatt #', 'Seite # von 9 - Nordlicht GmbH'])
    it(`count pages like "${counter}"`, () => {
      const text = pages(3, (n) => `${body(n)}\n${counter.replace('#', String(n))}`);
      assert.deepEqual(dropped(text), [counter.replace('#', '2'), counter.replace('#', '3')]);
    });

  it('are none on two pages', () => {
    assert.deepEqual(dropped(pages(2, (n) => `Kopf\n${body(n)}\nSeite ${n} von 2`)), []);
  });

  it('are none without page counters, whatever repeats: the entries of a bank statement stay', () => {
    const text = pages(12, (n) => `${body(n)}\nDauerauftrag Miete Ahornweg\n765,00`);
    assert.deepEqual(dropped(text), []);
  });

  it('do not take the entries of a statement that happen to end its pages', () => {
    const text = pages(4, (n) => `${body(n)}\nDauerauftrag Miete Ahornweg\n765,00-\nSeite ${n} von 4`);
    assert.deepEqual(dropped(text), ['Seite 2 von 4', 'Seite 3 von 4', 'Seite 4 von 4']);
  });

  it('are no table rows', () => {
    const text = pages(4, (n) => `${body(n)}\nGrundpreis | 12 Monate | Seite ${n}\nPosition | Menge | Betrag`);
    assert.deepEqual(dropped(text), []);
  });

  it('are no lists whose items count, nor mentions of pages', () => {
    assert.deepEqual(dropped(pages(9, (n) => `Siehe Seite ${n}`)), []);
    assert.deepEqual(dropped(pages(9, (n) => `Seite 4\n${body(n)}`)), []);
    assert.deepEqual(dropped(pages(9, (n) => `Artikel ${n}\n${body(n)}`)), []);
  });

  it('are spans of the text in order', () => {
    const text = pages(5, (n) => `Kopf der Seite\n${body(n)}\n  Seite ${n} von 5  `);
    const spans = findRunningLines(text);
    assert.equal(spans.length, 8);
    spans.slice(1).forEach((span, index) => {
      assert.ok((spans[index]?.end ?? 0) < span.start);
    });
  });
});
