/** Why an answer can be less than it could be, by what is missing. A reason may go on behind these words. */
export const REASONS = {
  wordsOnly: 'searched by words only',
  quotations: 'these are quotations, since no answer could be written',
  cut: 'the sources did not fit into the context of the model',
  endless: 'the answer had no end and was cut off',
  unchecked: 'the model named no source, so nothing of this was checked',
  unverified: 'Paperless could not be reached, so it was not checked that these documents still exist',
} as const;

/** Several reasons why an answer is less than it could be, as one sentence part; undefined when there is none. */
export function joinReasons(...reasons: readonly (string | undefined)[]): string | undefined {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? undefined : given.join('; ');
}
