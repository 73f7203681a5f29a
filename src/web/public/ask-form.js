// Shared by the page and the server: a question as form fields, and as the body of an API request.

/** What a conversation may hold of itself: more than a model reads, less than a request may (64 KiB). */
const HISTORY_TURNS = 20;
const HISTORY_ANSWER_CHARS = 4_000;
const HISTORY_CHARS = 16_000;

/**
 * `form` is a FormData or URLSearchParams. Empty fields are left out; fields nobody knows become filters, so that
 * they are refused by name instead of being ignored.
 */
export function toAskBody(form) {
  const { q, earlier_q: questions, earlier_answer: answers = [], ...fields } = Object.groupBy(form, ([name]) => name);
  const filters = Object.entries(fields).flatMap(([name, pairs]) => {
    const values = pairs.map(([, value]) => value).filter((value) => value.trim() !== '');
    if (values.length === 0) return [];
    return [name === 'tag' ? ['tags', values] : [name, toSingle(values)]];
  });
  return {
    ...(q && { q: toSingle(q.map(([, value]) => value)) }),
    // fromEntries, as an assignment to a field named __proto__ would be lost without a word.
    ...(filters.length > 0 && { filters: Object.fromEntries(filters) }),
    ...(questions && { history: questions.map(([, earlier], at) => ({ q: earlier, answer: answers[at]?.[1] ?? '' })) }),
  };
}

/** The fields of a question, for hidden inputs: pairs [name, value]. */
export function toFields(q, filters, history = []) {
  const { tags = [], ...single } = filters;
  const earlier = history.flatMap((turn) => [
    ['earlier_q', turn.q],
    ['earlier_answer', turn.answer],
  ]);
  return [['q', q], ...Object.entries(single), ...tags.map((tag) => ['tag', tag]), ...earlier];
}

/** The latest `turns` ({ q, answer }, oldest first) as far as a request may hold them, as JSON or as `measure` says. */
export function toHistory(turns, measure = (text) => text.length) {
  const recent = turns
    .slice(-HISTORY_TURNS)
    .map(({ q, answer }) => ({ q, answer: answer.slice(0, HISTORY_ANSWER_CHARS).toWellFormed() }));
  while (measure(JSON.stringify(recent)) > HISTORY_CHARS) recent.shift();
  return recent;
}

function toSingle(values) {
  return values.length === 1 ? values[0] : values;
}
