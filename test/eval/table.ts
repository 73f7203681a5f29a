/** Rows under a heading, columns aligned: the first `names` to the left, the others to the right. */
export function toTable(heading: readonly string[], rows: readonly (readonly string[])[], names = 1): string {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column < names ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A share as `.875`, `1.00`. */
export function toShare(value: number): string {
  return value >= 0.9995 ? '1.00' : value.toFixed(3).slice(1);
}
