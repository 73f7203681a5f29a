import { z } from 'zod';

// Building blocks of config.ts. A field parses a variable's text; what `undefined` parses to is its default.
// Messages never repeat the value: it may be a secret in the wrong variable.

export const text = () => z.string().optional();

export const choice = <const T extends readonly [string, ...string[]]>(words: T, fallback: T[number]) =>
  z.enum(words, `must be one of ${words.join(', ')}`).prefault(fallback as never);

export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .prefault(fallback ? 'true' : 'false')
    .transform((word) => word === 'true');

export const whole = (fallback: number, min: number, max: number) => number(min, max).prefault(String(fallback));

export const optionalWhole = (min: number, max: number) => number(min, max).optional();

/** From 0 to 1. */
export const share = (fallback: number) =>
  z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1, like 0.25')
    .prefault(String(fallback))
    .transform(Number);

export const words = (fallback: string) =>
  z
    .string()
    .prefault(fallback)
    .transform((list) => list.split(',').flatMap((word) => word.trim() || []));

/** A name that becomes part of an address or a file name. */
export const name = (fallback: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be a name of letters, digits, - and _')
    .prefault(fallback);

/** The name of an HTTP header. */
export const header = (fallback: string) =>
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, 'must be the name of a header, like X-Remote-User')
    .prefault(fallback);

/** Goes into an HTTP header, where anything else would end up in an error message. */
export const secret = () =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the bare secret: one line without blanks')
    .optional();

export interface AddressRules {
  /** Takes `host:port` as well, meaning http. */
  readonly bareHost?: boolean;
  /** Takes `user:password@`. */
  readonly credentials?: boolean;
}

/** An http or https address, as it was written. */
export const address = ({ bareHost = false, credentials = false }: AddressRules = {}) =>
  z
    .string()
    .transform((value) => value.trim())
    .refine((value) => toUrl(value, bareHost) !== undefined, {
      message: bareHost
        ? 'must be an address like 127.0.0.1:11434 or https://host.example.org'
        : 'must be an address that begins with http:// or https://',
      abort: true,
    })
    .refine((value) => credentials || !holdsCredentials(toUrl(value, bareHost)), {
      message: 'must not hold a user name or password: there is a variable of its own for the secret',
      abort: true,
    })
    .refine((value) => !/[?#]/.test(value), 'must be a plain address, without anything after ? or #')
    .optional();

export const described = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description }) as T;

function number(min: number, max: number) {
  const problem = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, problem)
    .transform(Number)
    .refine((value) => value >= min && value <= max, problem);
}

function toUrl(value: string, bareHost: boolean): URL | undefined {
  const url = URL.parse(bareHost && !value.includes('://') ? `http://${value}` : value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

function holdsCredentials(url: URL | undefined): boolean {
  return url !== undefined && (url.username !== '' || url.password !== '');
}
