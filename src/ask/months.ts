/** Month names and their usual short forms, folded: English, German, French, Spanish. */
const NAMES: readonly string[] = [
  'january jan januar jaenner janner janvier enero',
  'february feb februar fevrier febrero',
  'march mar marz maerz mrz mars marzo',
  'april apr avril abril',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet julio',
  'august aug aout agosto',
  'september sep sept septembre septiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez decembre diciembre',
];

const BY_NAME: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

/** `2021-03-04`, `04.03.2021`, `04.03.`, `03/2021`. */
const NUMERIC = /\b\d{4}-(\d\d)-\d\d\b|\b\d{1,2}\.\s?(\d{1,2})\.|\b(\d{1,2})\/\d{4}\b/g;

/** The month (1–12) a folded word names; undefined when it names none. */
export function toMonth(word: string): number | undefined {
  return BY_NAME.get(word);
}

/** The months (1–12) of the dates in a folded text, spelt out or in figures. `words` are the words of the text. */
export function findMonths(text: string, words: readonly string[]): ReadonlySet<number> {
  const numeric = [...text.matchAll(NUMERIC)].map((match) => Number(match[1] ?? match[2] ?? match[3]));
  return new Set([
    ...numeric.filter((month) => month >= 1 && month <= 12),
    ...words.flatMap((word) => toMonth(word) ?? []),
  ]);
}
