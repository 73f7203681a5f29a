/** The text of a prepared file: one line per operation or tool, so that a diff shows which ones changed. */
export function renderPrepared(rows: readonly object[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}
