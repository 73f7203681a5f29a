// Shared by the page and the server: a question as form fields, and as the body of an API request.

/**
 * `form` is a FormData or URLSearchParams. Empty fields are left out; fields nobody knows become filters, so that
 * they are refused by name instead of being ignored.
 */
export function toAskBody(form) {
  const filters = {};
  const body = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => value.trim() !== '');
    if (name === 'q') body.q = toSingle(form.getAll(name));
    else if (values.length === 0) continue;
    else if (name === 'tag') filters.tags = values;
    else filters[name] = toSingle(values);
  }
  return Object.keys(filters).length === 0 ? body : { ...body, filters };
}

/** The fields of a question, for hidden inputs: pairs [name, value]. */
export function toFields(q, filters) {
  const { tags = [], ...single } = filters;
  return [['q', q], ...Object.entries(single), ...tags.map((tag) => ['tag', tag])];
}

function toSingle(values) {
  return values.length === 1 ? values[0] : values;
}
