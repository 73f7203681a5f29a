import type { NameCount } from '../names.ts';

/** Names longer than this make no inviting question. */
const MAX_NAME_CHARS = 40;

/**
 * Three questions (fewer in a small library) made from the names that most documents carry. Empty for a library
 * without names.
 */
export function buildExamples(correspondents: readonly NameCount[], types: readonly NameCount[]): string[] {
  const [first, second] = pickNames(correspondents, 2);
  const [type] = pickNames(types, 1);
  return [
    ...(first === undefined ? [] : [`What did ${first} write about last?`]),
    ...(second === undefined ? [] : [`How much do I pay ${second}?`]),
    ...(type === undefined ? [] : [`Which dates and amounts are in the latest ${type}?`]),
  ];
}

function pickNames(list: readonly NameCount[], wanted: number): string[] {
  return list
    .filter(({ name }) => name.length <= MAX_NAME_CHARS && /^[\p{L}\p{N} .,&'’/-]+$/u.test(name))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, wanted)
    .map(({ name }) => name);
}
