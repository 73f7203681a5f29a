// Shared by the page and the server: a question as form fields, and as the body of an API request.

/**
 * `form` is a FormData or URLSearchParams. Empty fields are left out; fields nobody knows become filters, so that
 * they are refused by name instead of being ignored.
 */
export function toAskBody(form) {
  const { q, ...fields } = Object.groupBy(form, ([name]) => name);
  const filters = Object.entries(fields).flatMap(([name, pairs]) => {
    const values = pairs.map(([, value]) => value).filter((value) => value.trim() !== '');
    if (values.length === 0) return [];
    return [name === 'tag' ? ['tags', values] : [name, toSingle(values)]];
  });
  const body = q === undefined ? {} : { q: toSingle(q.map(([, value]) => value)) };
  // fromEntries, as an assignment to a field named __proto__ would be lost without a word.
  return filters.length === 0 ? body : { ...body, filters: Object.fromEntries(filters) };
}

/** The fields of a question, for hidden inputs: pairs [name, value]. */
export function toFields(q, filters) {
  const { tags = [], ...single } = filters;
  return [['q', q], ...Object.entries(single), ...tags.map((tag) => ['tag', tag])];
}

function toSingle(values) {
  return values.length === 1 ? values[0] : values;
}
