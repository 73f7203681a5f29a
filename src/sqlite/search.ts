import { IndexMismatchError } from '../errors.ts';
import type { EmbeddingRecipe, Id, Passage, PassageId, PassageKind, Ranked, Scope } from '../model.ts';
import { parsePassageId, toPassageId } from '../text/passage-id.ts';
import { type Bounds, type Condition, toDocumentCondition, toPassageCondition } from './conditions.ts';
import type { Connection, Value } from './connection.ts';
import { matchTerms } from './match.ts';
import { toBytes } from './vector-distance.ts';

/** Weights of the columns of `stems`; anything from 1:1 to 2:1 finds the same on the measured libraries. */
const STEM_WEIGHTS = '2.0, 1.0';

/** BM25 over terms. */
export function searchStems(connection: Connection, terms: readonly string[], k: number, bounds: Bounds): Ranked[] {
  const match = matchTerms(terms);
  if (match === undefined) return [];
  // The plus keeps SQLite from running the whole MATCH once per passage of the list.
  const within = toPassageCondition(bounds, 'AND', '+rowid');
  const condition = {
    sql: `SELECT rowid AS id, bm25(stems, ${STEM_WEIGHTS}) AS score FROM stems WHERE stems MATCH ? ${within.sql}`,
    values: [match, ...within.values],
  };
  return rank(connection, condition, k, (bm25) => -bm25);
}

/** Scores are cosines. An empty embedding finds nothing; one of other dimensions throws `IndexMismatchError`. */
export function searchDense(
  connection: Connection,
  recipe: EmbeddingRecipe | undefined,
  embedding: Float32Array,
  k: number,
  bounds: Bounds,
): Ranked[] {
  if (!recipe) throw new IndexMismatchError('The index was built without embeddings: search it by words.');
  if (embedding.length === 0) return [];
  if (embedding.length !== recipe.dimensions)
    throw new IndexMismatchError(
      `The query's embedding has ${embedding.length} dimensions, the index holds ${recipe.dimensions}: use the model it was built with.`,
    );
  const length = Math.hypot(...embedding);
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError('The query embedding is zero or not finite.');
  const within = toPassageCondition(bounds, 'WHERE', 'passage');
  const unit = embedding.map((value) => value / length);
  const condition = {
    sql: `SELECT passage AS id, vec_distance_L2(vector, ?) AS score FROM embeddings ${within.sql}`,
    values: [toBytes(unit), ...within.values],
  };
  // Between unit vectors, the distance ranks like the cosine and is faster to compute.
  return rank(connection, condition, k, (distance) => 1 - distance ** 2 / 2);
}

/** The passages in the order asked for; unknown ids and those outside of `scope` are left out. */
export function readPassages(connection: Connection, ids: readonly PassageId[], scope: Scope): Passage[] {
  const within = toDocumentCondition({ filter: undefined, scope });
  const rows = connection.all<PassageRow>(
    `SELECT p.document, p.position, p.kind, p."start", p."end", p.text, d.title, d.created, d.correspondent,
      d.document_type, (SELECT json_group_array(tag ORDER BY tag) FROM document_tags WHERE document = d.id) AS tags
    FROM json_each(?) AS asked
    CROSS JOIN passages p ON p.document = asked.value ->> 'documentId' AND p.position = asked.value ->> 'position'
    JOIN documents d ON d.id = p.document ${within ? `WHERE ${within.sql}` : ''} ORDER BY asked.key`,
    JSON.stringify(ids.flatMap((id) => parsePassageId(id) ?? [])),
    ...(within?.values ?? []),
  );
  return rows.map(toPassage);
}

interface PassageRow {
  readonly document: Id;
  readonly position: number;
  readonly kind: PassageKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly title: string;
  readonly created: string | null;
  readonly correspondent: Id | null;
  readonly document_type: Id | null;
  readonly tags: string;
}

/**
 * The `k` rows of `query` (columns `id`, `score`: lower is better), ties by document and position.
 * Sorting by the score's expression instead of FTS5's `rank` column lets SQLite filter before it scores.
 */
function rank(connection: Connection, query: Condition, k: number, toScore: (raw: number) => number): Ranked[] {
  if (k <= 0) return [];
  return connection.snapshot(() => {
    // CROSS keeps SQLite from running the query once per passage.
    const select = (sql: string, ...values: Value[]) =>
      connection
        .all<{ document: Id; position: number; score: number }>(
          `SELECT document, position, score FROM (SELECT * FROM (${query.sql}) ${sql}) CROSS JOIN passages USING (id)`,
          ...query.values,
          ...values,
        )
        .sort((a, b) => a.score - b.score || a.document - b.document || a.position - b.position);
    let rows = select('ORDER BY score, id LIMIT ?', k + 1);
    const last = rows[k - 1]?.score;
    // Several passages tie at the cut: which of them belong in front is known only with all of them at hand.
    if (last !== undefined && rows[k]?.score === last) rows = select('WHERE score <= ?', last);
    return rows.slice(0, k).map(({ document, position, score }) => ({
      id: toPassageId(document, position),
      documentId: document,
      score: toScore(score),
    }));
  });
}

function toPassage(row: PassageRow): Passage {
  return {
    id: toPassageId(row.document, row.position),
    documentId: row.document,
    position: row.position,
    kind: row.kind,
    start: row.start,
    end: row.end,
    text: row.text,
    title: row.title,
    created: row.created ?? undefined,
    correspondent: row.correspondent ?? undefined,
    documentType: row.document_type ?? undefined,
    tags: JSON.parse(row.tags),
  };
}
