import { fold } from '../text/fold.ts';

const MOST_NAMES = 3;

/** Names that look like `wanted`, the most alike first: one holds the other, or they share many letter pairs. */
export function findNearNames(wanted: string, names: Iterable<string>): string[] {
  const goal = fold(wanted);
  return [...new Set(names)]
    .map((name) => ({ name, likeness: measureLikeness(goal, fold(name)) }))
    .filter(({ likeness }) => likeness >= 0.4)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** Dice's coefficient of the letter pairs, 0 to 1; at least 0.5 when one text (of 3 letters or more) holds the other. */
function measureLikeness(a: string, b: string): number {
  const pairsOfA = toPairs(a);
  const pairsOfB = toPairs(b);
  const shared = pairsOfA.intersection(pairsOfB).size;
  const dice = shared === 0 ? 0 : (2 * shared) / (pairsOfA.size + pairsOfB.size);
  const isHeld = Math.min(a.length, b.length) >= 3 && (a.includes(b) || b.includes(a));
  return isHeld ? Math.max(dice, 0.5) : dice;
}

function toPairs(text: string): Set<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}
