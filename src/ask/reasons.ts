/** Several reasons why an answer is less than it could be, as one sentence part; undefined when there is none. */
export function joinReasons(...reasons: readonly (string | undefined)[]): string | undefined {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? undefined : given.join('; ');
}
