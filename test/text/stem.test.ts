import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stemGerman } from '../../src/text/stem-german.ts';
import { stemSpanish } from '../../src/text/stem-spanish.ts';

describe('the German stemmer', () => {
  const families: readonly (readonly string[])[] = [
    ['rechnung', 'rechnungen'],
    ['vertrag', 'vertrage', 'vertragen', 'vertrages', 'vertrags'],
    ['versicherung', 'versicherungen'],
    ['zahler', 'zahlern', 'zahlers'],
    ['kind', 'kinder', 'kindern', 'kindes'],
    ['gezahlt', 'zahlt', 'zahlen'],
    ['haus', 'hause', 'hauses'],
  ];
  for (const words of families)
    it(`gives ${words.join(', ')} one stem`, () => assert.equal(new Set(words.map(stemGerman)).size, 1));

  // As the published algorithm gives them, without regard to case.
  const published: readonly (readonly [string, string])[] = [
    ['speicherbehaltern', 'speicherbehal'],
    ['grenzpostens', 'grenzpo'],
    ['ausgefeiltere', 'ausgefeil'],
    ['schiffe', 'schiff'],
    ['iei', 'iei'],
    ['knie', 'knie'],
    ['tee', 'tee'],
    ['geben', 'geb'],
    ['ei', 'ei'],
    ['', ''],
  ];
  for (const [word, stem] of published) it(`stems "${word}" to "${stem}"`, () => assert.equal(stemGerman(word), stem));
});

describe('the Spanish stemmer', () => {
  const stems: readonly (readonly [string, string])[] = [
    ['facturas', 'factur'],
    ['factura', 'factur'],
    ['contratos', 'contrat'],
    ['meses', 'mes'],
    ['luces', 'luz'],
    ['intereses', 'interes'],
    ['gas', 'gas'],
  ];
  for (const [word, stem] of stems) it(`stems "${word}" to "${stem}"`, () => assert.equal(stemSpanish(word), stem));
});
