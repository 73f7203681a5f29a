import { isWithin } from '../text/edit-distance.ts';

/** Far from the known name by one slip of the finger, or by two in a name that is long without its prefix. */
const LONG_REST = 8;

/** Set for other programs by people who share one environment between several, and yet a letter away from ours. */
const FOREIGN: ReadonlySet<string> = new Set(['LOGLEVEL', 'LOG_LEVELS']);

/**
 * One problem for each of `given` that is no setting but looks like a misspelt one of `known`. What looks like none is
 * passed over: the environment is shared, often with Paperless itself and its many PAPERLESS_… variables.
 */
export function findTypos(given: Iterable<string>, known: readonly string[]): readonly string[] {
  const names = new Set(known);
  return [...given].flatMap((name) => {
    if (names.has(name) || FOREIGN.has(name)) return [];
    const meant = findMeant(name, known);
    return meant === undefined ? [] : [`${name}: there is no such setting; did you mean ${meant}?`];
  });
}

function findMeant(name: string, known: readonly string[]): string | undefined {
  return (
    known.find((one) => toBare(one) === toBare(name)) ??
    known.find((one) => isWithin(name, one, 1)) ??
    known.find((one) => one.length - one.indexOf('_') > LONG_REST && isWithin(name, one, 2))
  );
}

/** `Mcp_ReadOnly` and `MCP_READ_ONLY` differ in their look only. */
function toBare(name: string): string {
  return name.replaceAll('_', '').toUpperCase();
}
