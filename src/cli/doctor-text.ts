import type { Check } from '../doctor/check.ts';
import { cleanLine } from './clean-text.ts';
import type { Output, Style } from './output.ts';

const MARKS: Readonly<Record<Check['state'], readonly [mark: string, style: Style]>> = {
  ok: ['✓', 'green'],
  failed: ['✗', 'red'],
  open: ['–', 'yellow'],
};

const NAME_WIDTH = 20;

/** One line a check, what to do about it below, and the sum of it all at the end. */
export function writeChecks(output: Output, checks: readonly Check[]): void {
  for (const { name, state, message, fix } of checks) {
    const [mark, style] = MARKS[state];
    output.line(`${output.style(style, mark)} ${name.replaceAll('_', ' ').padEnd(NAME_WIDTH)} ${cleanLine(message)}`);
    if (fix !== undefined) output.line(`${' '.repeat(NAME_WIDTH + 3)}${output.style('bold', cleanLine(fix))}`);
  }
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const things = failed === 1 ? 'one thing that is needed does' : `${failed} things that are needed do`;
  output.line();
  output.line(failed === 0 ? 'Everything that is needed works.' : `Not well: ${things} not work.`);
}

/** The same for programs: `ok` is false only where something needed doesn't work. */
export function toChecksJson(checks: readonly Check[]): object {
  return {
    checks: checks.map(({ name, state, message, fix }) => ({
      name,
      ok: state !== 'failed',
      message,
      ...(fix !== undefined && { fix }),
    })),
  };
}
