import { isWithin } from '../text/edit-distance.ts';

const MOST = 5;
const MAX_EDITS = 3;

/** Ids somebody may have meant by one that doesn't exist, nearest first, at most five: same base name, then few edits. */
export function findNearIds(wanted: string, ids: Iterable<string>): string[] {
  const name = toBaseName(wanted);
  const near: { id: string; distance: number }[] = [];
  for (const id of ids) {
    const distance =
      toBaseName(id) === name ? 0 : countEdits(wanted.toLowerCase(), id.toLowerCase(), name, toBaseName(id));
    if (distance <= MAX_EDITS) near.push({ id, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ id }) => id);
}

/** Of the whole ids or of their base names, whichever is nearer. */
function countEdits(wanted: string, id: string, wantedName: string, name: string): number {
  for (let edits = 1; edits <= MAX_EDITS; edits += 1)
    if (isWithin(wanted, id, edits) || isWithin(wantedName, name, edits)) return edits;
  return MAX_EDITS + 1;
}

function toBaseName(id: string): string {
  const name = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(/\.\w+$/, '');
}
