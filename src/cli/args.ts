import { parseArgs } from 'node:util';
import { findNearNames } from '../ask/near-names.ts';
import { UsageError } from '../errors.ts';
import { isCalendarDate } from '../text/calendar-date.ts';

/** One flag of a command. `texts` may be given several times; every other kind once. Dates are `YYYY-MM-DD`. */
export type Flag =
  | { readonly kind: 'switch' }
  | { readonly kind: 'text' }
  | { readonly kind: 'texts' }
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  | { readonly kind: 'date' };

/** Flags by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

type Value<F extends Flag> = F['kind'] extends 'switch'
  ? true
  : F['kind'] extends 'texts'
    ? readonly string[]
    : F['kind'] extends 'count'
      ? number
      : string;

/** What was given; flags that weren't are absent. */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]?: Value<F[Name]> };

export interface Arguments<F extends Flags> {
  readonly flags: FlagValues<F>;
  /** Everything that is no flag and no flag's value, in order. */
  readonly words: readonly string[];
}

/** Understood by every program, whatever else is on the line; see `runProgram`. */
const EVERYWHERE = ['help', 'version'];

/**
 * Parses the arguments of one command. Throws `UsageError` for an unknown flag (naming the nearest valid one),
 * a missing or wrong value, and a flag given twice: nothing is guessed and nothing dropped.
 */
export function parseFlags<F extends Flags>(args: readonly string[], flags: F): Arguments<F> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { kind }]) => [name, { type: toOptionType(kind) }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string | number | true | string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined || !token.rawName.startsWith('--')) throw unknownFlag(token.rawName, Object.keys(flags));
    const value = parseValue(token.rawName, flag, token.value, token.inlineValue === true);
    const earlier = values.get(token.name);
    if (Array.isArray(earlier)) earlier.push(String(value));
    else if (flag.kind === 'texts') values.set(token.name, [String(value)]);
    else if (earlier !== undefined) throw new UsageError(`${token.rawName} can be given only once`);
    else values.set(token.name, value);
  }
  // Safe: every value was parsed by the kind of its own flag.
  return { flags: Object.fromEntries(values) as FlagValues<F>, words };
}

/** Throws `UsageError` for the first of `words`, naming what of `known` (commands, flags with dashes) it may have meant. */
export function refuseWords(words: readonly string[], known: readonly string[]): void {
  const [stray] = words;
  if (stray === undefined) return;
  const hint = known.includes(stray) ? `write "${stray}" first, before any flag` : suggest(stray, known);
  throw new UsageError(`"${toShown(stray)}" is not expected here: ${hint}`);
}

/** The error for a flag that doesn't exist; `names` are the valid ones, without dashes. */
function unknownFlag(given: string, names: readonly string[]): UsageError {
  const known = [...names, ...EVERYWHERE].map((name) => `--${name}`);
  return new UsageError(`unknown flag ${toShown(given)}: ${suggest(given, known)}`);
}

function toOptionType(kind: Flag['kind']): 'boolean' | 'string' {
  return kind === 'switch' ? 'boolean' : 'string';
}

function parseValue(raw: string, flag: Flag, value: string | undefined, isInline: boolean): string | number | true {
  if (flag.kind === 'switch') {
    if (value !== undefined) throw new UsageError(`${raw} takes no value`);
    return true;
  }
  if (value === undefined || value.trim() === '') throw new UsageError(`${raw} needs a value`);
  if (!isInline && value.startsWith('--')) {
    throw new UsageError(`${raw} needs a value; if the value begins with dashes, write ${raw}=${toShown(value)}`);
  }
  if (flag.kind === 'count') return parseCount(raw, value, flag.min, flag.max);
  if (flag.kind === 'date' && !isCalendarDate(value)) {
    throw new UsageError(`${raw} must be a date like 2024-02-29`);
  }
  return value;
}

function parseCount(raw: string, value: string, min: number, max: number): number {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new UsageError(`${raw} must be a whole number from ${min} to ${max.toLocaleString('en')}`);
}

function suggest(given: string, known: readonly string[]): string {
  const [nearest] = findNearNames(given, known);
  return nearest === undefined ? `the choices are ${known.join(', ')}` : `did you mean ${nearest}?`;
}

function toShown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
