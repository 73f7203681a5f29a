import { fold } from '../text/fold.ts';

/** A kind of value that questions ask for and sentences hold, both recognised in folded text. */
interface ValueKind {
  readonly asked: RegExp;
  readonly held: RegExp;
}

const MONTH =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|fevrier|mar(?:ch|z|s)?|maerz|a[pv]r(?:il)?|ma[iy]|jun[ei]?|juin|jul[iy]?|juillet|aug(?:ust)?|aout|sep(?:t|tember|tembre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember|embre)?)';
const SMALL_NUMBER =
  '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|einen?|eine[rs]?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|zwolf)';

const MONEY: ValueKind = {
  asked:
    /\b(how much|wie ?viel|wie hoch|wie teuer|costs?|prices?|fees?|totals?|premium|paid|pays?|charged?|deposit|amount|kostet|gekostet|kosten|preis|betrag|gebuhr|entgelt|summe|bezahlt|zahlen|gezahlt|beitrag|kaution|miete)\b/,
  held: /(?:\b(?:eur|gbp|usd|chf|sek)|[€£$])\s?\d|\d\s?(?:\b(?:eur(?:o|os)?|gbp|usd|chf|sek|kr|pounds?|pfund|dollars?|cents?|ct)\b|[€£$])|\d[.,]\d\d(?![\d.,]*\d)/,
};

/** English and German, the languages questions are understood in; the values of other languages mostly look alike. */
const KINDS: readonly ValueKind[] = [
  MONEY,
  {
    asked:
      /\b(when|what day|which day|what date|which date|what time|until|deadline|wann|bis wann|welchem tag|welches datum|termin)\b/,
    held: new RegExp(
      `\\b\\d{4}-\\d\\d-\\d\\d\\b|\\b\\d{1,2}\\.\\s?\\d{1,2}\\.|\\b\\d{1,2}(?:\\.|st|nd|rd|th)?\\s(?:of\\s)?${MONTH}\\b|\\b${MONTH}\\s\\d|\\b\\d{1,2}[:.]\\d\\d\\s?(?:uhr|h|am|pm)\\b`,
    ),
  },
  {
    asked:
      /\b(how long|how many (?:years|months|weeks|days|hours)|wie lang|wie lange|wie viele (?:jahre|monate|wochen|tage|stunden)|frist|notice period)\b/,
    held: new RegExp(
      `\\b${SMALL_NUMBER}\\s(?:[a-z]+\\s)?(?:years?|months?|weeks?|days?|hours?|nights?|jahre?n?|monate?n?|wochen?|tage?n?|stunden?|nachte?n?)\\b`,
    ),
  },
  { asked: /\b(kwh|kilowatt\w*|electricity|strom\w*|energy)\b/, held: /\d\s?kwh\b/ },
  { asked: /\b(water|litres?|liters?|wasser)\b/, held: /\d\s?(?:l|lit(?:er|re)s?|m3)\b/ },
  { asked: /\b(weight|weighs?|heavy|gewicht|schwer|wiegt|wog)\b/, held: /\d\s?(?:kg|g|gramm?s?|kilos?|pfund|lbs?)\b/ },
  {
    asked: /\b(how far|how tall|how long|distance|kilometer\w*|km|weit|hoch|hohe|lange)\b/,
    held: /\d\s?(?:km|m|cm|mm|met(?:er|re)s?|miles?)\b/,
  },
  { asked: /\b(percent|percentage|prozent\w*|rate|zins\w*)\b/, held: /\d\s?(?:%|percent\b|prozent\b)/ },
];

const NUMBER_ASKED =
  /\b(how (?:much|many|big|large|old|high)|wie (?:viele?|gross|alt|hoch)|wieviele?|number|nummer|code|size|counter|reading|\w*stand)\b/;

/** A sum that stands for the whole of a bill or a payslip. */
const TOTAL =
  /\b(total|sum|summe|gesamt\w*|endbetrag|rechnungsbetrag|zahlbetrag|amount due|net pay|nachzahlung\w*|auszahlung\w*)\b/;

/** How well a sentence gives what is asked for, from its values alone: 0, 0.25, 0.5, or 1 for the total of a bill. */
export type ValueTest = (sentence: string) => number;

/**
 * What the first of `questions` that asks for a value asks for. Numbers of the questions, and of the date the document
 * was created, are no news. A question for nothing in particular, like a bare invoice number, is content with the total.
 */
export function toValueTest(questions: readonly string[], created: string): ValueTest {
  const folded = fold(questions.find(asksForValue) ?? '');
  const wanted = KINDS.filter(({ asked }) => asked.test(folded));
  const isNumberWanted = NUMBER_ASKED.test(folded);
  const isTotalWanted = wanted.includes(MONEY) || (wanted.length === 0 && !isNumberWanted);
  const old = new Set(findNumbers(`${questions.join(' ')} ${created.replaceAll('-', ' ')}`));
  return (sentence) => {
    const text = fold(sentence);
    const numbers = findNumbers(text);
    if (numbers.length > 0 && numbers.every((number) => old.has(number))) return 0;
    const isTotal = isTotalWanted && MONEY.held.test(text) && TOTAL.test(text);
    if (wanted.some(({ held }) => held.test(text))) return isTotal ? 1 : 0.5;
    if (isTotal) return 0.5;
    return isNumberWanted && numbers.length > 0 ? 0.25 : 0;
  };
}

function asksForValue(question: string): boolean {
  const folded = fold(question);
  return NUMBER_ASKED.test(folded) || KINDS.some(({ asked }) => asked.test(folded));
}

/** Runs of digits with the separators inside of them, without leading zeros: the `3` of `03.` is that of March 3. */
function findNumbers(text: string): string[] {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).map((number) => number.replace(/^0+(?=\d)/, ''));
}
