import { findValues, isStatedIn, type Value } from '../../text/find-values.ts';
import { fold } from '../../text/fold.ts';

/** A kind of value: how questions (folded, English and German) ask for it, and how a folded sentence shows it. */
interface ValueKind {
  readonly asked: RegExp;
  readonly held: RegExp | Value['kind'];
}

const MONEY: ValueKind = {
  asked:
    /\b(how much|wie ?viel|wie hoch|wie teuer|costs?|prices?|fees?|totals?|premium|paid|pays?|charged?|deposit|amount|kostet|gekostet|kosten|preis|betrag|gebuhr|entgelt|summe|bezahlt|zahlen|gezahlt|beitrag|kaution|miete)\b/,
  held: 'amount',
};

const COUNT =
  '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|einen?|einer|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|zwolf)';
const TIME_UNIT = '(?:(?:year|month|week|day|hour|night)s?|(?:jahr|monat|woche|tag|stunde|nacht)e?n?)';

const KINDS: readonly ValueKind[] = [
  MONEY,
  {
    asked: /\b(when|what day|which day|(?:what|which) date|until|deadline|wann|welche[mrn] tag|welches datum)\b/,
    held: 'date',
  },
  { asked: /\b(percent|percentage|prozent\w*|rate|zins\w*)\b/, held: 'percent' },
  { asked: /\b(what time|wie viel uhr|wieviel uhr|um wie ?viel uhr)\b/, held: /\b\d{1,2}[:.]\d\d\b/ },
  {
    asked: new RegExp(`\\b(?:how long|wie lange?|how many ${TIME_UNIT}|wie viele ${TIME_UNIT}|frist|notice period)\\b`),
    held: new RegExp(`\\b${COUNT} (?:[a-z]+ )?${TIME_UNIT}\\b`),
  },
  { asked: /\b(kwh|kilowatt\w*|electricity|strom\w*|energy)\b/, held: /\d ?kwh\b/ },
  { asked: /\b(water|litres?|liters?|wasser)\b/, held: /\d ?(?:l|lit(?:er|re)s?|m3)\b/ },
  { asked: /\b(weight|weighs?|heavy|gewicht|schwer|wiegt|wog)\b/, held: /\d ?(?:kg|g|gramm?s?|kilos?|lbs?)\b/ },
  {
    asked: /\b(how (?:far|tall|long|high)|distance|kilometer\w*|km|wie (?:weit|hoch|lang))\b/,
    held: /\d ?(?:km|[cm]?m|met(?:er|re)s?|miles?)\b/,
  },
];

const NUMBER_ASKED =
  /\b(how (?:much|many|big|large|old|high)|wie (?:viele?|gross|alt|hoch)|wieviele?|number|nummer|code|size|counter|reading|\w*stand)\b/;

/** Words that make a question of a few words; without any, they are a thing to be shown. */
const QUESTION_WORD =
  /\?|\b(?:who|whom|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|can|may|has|have|wer|wem|wen|wessen|was|welche[mnrs]?|wo|woher|wohin|wann|warum|wie|ist|sind|war|kann|darf|hat|haben)\b/;

/** A sum that stands for the whole of a bill or a payslip. */
const TOTAL =
  /\b(total|sum|summe|gesamt\w*|endbetrag|rechnungsbetrag|zahlbetrag|amount due|net pay|nachzahlung\w*|auszahlung\w*)\b/;

/** How well a sentence gives what is asked for, from its values alone: 0, 0.25, 0.5, or 1 for the total of a bill. */
export type ValueTest = (sentence: string) => number;

/**
 * What the first of `questions` that asks for a value asks for. Values of the questions, and the date the document was
 * created, are no news. Words that ask nothing, like "invoice RE-2024-00817", want to see the total.
 */
export function toValueTest(questions: readonly string[], created: string): ValueTest {
  const folded = fold(questions.find(asksForValue) ?? '');
  const wanted = KINDS.filter(({ asked }) => asked.test(folded));
  const isNumberWanted = NUMBER_ASKED.test(folded);
  const isTotalWanted = wanted.includes(MONEY) || questions.every((question) => !QUESTION_WORD.test(fold(question)));
  if (wanted.length === 0 && !isNumberWanted && !isTotalWanted) return () => 0;
  const known = findValues([...questions, created].join('\n'));
  return (sentence) => {
    const values = findValues(sentence);
    const news = values.filter((value) => !isStatedIn(value, known));
    if (values.length > 0 && news.length === 0) return 0;
    const text = fold(sentence);
    const isHeld = ({ held }: ValueKind) =>
      typeof held === 'string' ? news.some(({ kind }) => kind === held) : held.test(text);
    if (isTotalWanted && isHeld(MONEY) && TOTAL.test(text)) return 1;
    if (wanted.some(isHeld)) return 0.5;
    return isNumberWanted && news.length > 0 ? 0.25 : 0;
  };
}

/** True when a question asks for an amount, a date, a number … */
export function asksForValue(question: string): boolean {
  const folded = fold(question);
  return NUMBER_ASKED.test(folded) || KINDS.some(({ asked }) => asked.test(folded));
}
