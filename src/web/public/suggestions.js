// Shared by the page and the server: names to try instead of one that was refused.

/** For an error of the API: { label, filters } for each name that may have been meant. */
export function listSuggestions({ field = '', refused }, filters) {
  const control = field.split('.')[1];
  return (refused?.near ?? []).map((name) => ({ label: name, filters: replace(filters, control, refused.name, name) }));
}

function replace(filters, control, wrong, name) {
  if (control !== 'tags') return { ...filters, [control]: name };
  return { ...filters, tags: (filters.tags ?? []).map((tag) => (tag === wrong ? name : tag)) };
}
