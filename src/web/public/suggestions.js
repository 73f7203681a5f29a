// Shared by the page and the server: what to ask instead, when a filter was refused.

/** For an error of the API: { label, filters } for each name that may have been meant, and for none in its place. */
export function listSuggestions({ field = '', refused }, filters, words) {
  const [, control] = field.split('.');
  if (!Object.hasOwn(filters, control)) return [];
  const instead = (label, names) => ({ label, filters: replace(control, filters, refused?.name, names) });
  return [...(refused?.near ?? []).map((name) => instead(name, [name])), instead(words.withoutIt, [])];
}

/** Of tags, only the wrong one is replaced, where it is known. */
function replace(control, { [control]: value, ...filters }, wrong, names) {
  const isTag = control === 'tags';
  const left = isTag && wrong ? value.flatMap((tag) => (tag === wrong ? names : tag)) : names;
  return left.length === 0 ? filters : { ...filters, [control]: isTag ? left : left[0] };
}
