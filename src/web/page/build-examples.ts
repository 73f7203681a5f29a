import type { NameCount } from '../name-lists.ts';

/** Names longer than this make no inviting question. */
const MAX_NAME_CHARS = 40;

/** Types of which something can be asked that their documents do say. */
const QUESTIONS_BY_TYPE: readonly (readonly [type: RegExp, toQuestion: (type: string) => string])[] = [
  [/invoice|bill|rechnung|statement|auszug|receipt|quittung/i, (type) => `What is the total of the latest ${type}?`],
  [/contract|lease|vertrag|polic/i, (type) => `When does the ${type} end?`],
  [/./, (type) => `What does the latest ${type} say?`],
];

/**
 * Three questions (fewer in a small library) made from the names that most documents carry. Empty for a library
 * without names.
 */
export function buildExamples(correspondents: readonly NameCount[], types: readonly NameCount[]): string[] {
  const [first, second] = pickNames(correspondents);
  return [
    ...(first === undefined ? [] : [`What does ${first} write about?`]),
    ...(second === undefined ? [] : [`How much do I pay ${second}?`]),
    ...askAboutType(pickNames(types)),
  ];
}

function askAboutType(types: readonly string[]): string[] {
  for (const [pattern, toQuestion] of QUESTIONS_BY_TYPE) {
    const type = types.find((name) => pattern.test(name));
    if (type !== undefined) return [toQuestion(type)];
  }
  return [];
}

/** Short and readable names, those of most documents first. */
function pickNames(list: readonly NameCount[]): string[] {
  return list
    .filter(({ name }) => name.length <= MAX_NAME_CHARS && /^[\p{L}\p{N} .,&'’/-]+$/u.test(name))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}
