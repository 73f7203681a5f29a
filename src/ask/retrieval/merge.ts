import type { Hit, Passage } from '../../model.ts';

/**
 * Joins hits that are neighbours in their document (consecutive body passages), the overlap of their texts removed:
 * what the chunker cut is whole again. The joined hit stands where its best part stood, with that part's id, score and
 * ranks; its passage spans all parts. Otherwise the order is kept.
 */
export function mergeNeighbours(hits: readonly Hit[]): Hit[] {
  const runs = toRuns(hits);
  return hits.flatMap((hit) => {
    const run = runs.find((passages) => passages.includes(hit.passage));
    const best = run && hits.find(({ passage }) => run.includes(passage));
    return run === undefined || best !== hit ? [] : { ...hit, passage: { ...hit.passage, ...joinTexts(run) } };
  });
}

/** Passages in groups of neighbours, each in reading order. */
function toRuns(hits: readonly Hit[]): Passage[][] {
  const sorted = hits
    .map(({ passage }) => passage)
    .sort((a, b) => a.documentId - b.documentId || a.position - b.position);
  const runs: Passage[][] = [];
  for (const passage of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (last !== undefined && areNeighbours(last, passage)) run?.push(passage);
    else runs.push([passage]);
  }
  return runs;
}

function areNeighbours(a: Passage, b: Passage): boolean {
  const isBody = a.kind === 'body' && b.kind === 'body';
  return isBody && a.documentId === b.documentId && a.position + 1 === b.position && b.end > a.end;
}

function joinTexts(run: readonly Passage[]): Pick<Passage, 'start' | 'end' | 'text'> {
  const [first, ...rest] = run.map(({ start, end, text }) => ({ start, end, text }));
  return rest.reduce((joined, next) => {
    // Blanks between two passages are in neither of them.
    const gap = next.start > joined.end ? '\n' : '';
    const overlap = Math.max(0, joined.end - next.start);
    return { start: joined.start, end: next.end, text: joined.text + gap + next.text.slice(overlap) };
  }, first ?? { start: 0, end: 0, text: '' });
}
