import { pino } from 'pino';

/** What the rest of the code needs of a logger: `fields` in snake_case, never document text, names or secrets. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Field names whose values are never written, whatever a caller passes. */
const SECRET_KEYS = ['token', 'password', 'secret', 'api_key', 'authorization', 'cookie'];

/** Writes to stderr: one JSON object a line, or a short readable line when stderr is a terminal. */
export function createLog(options: { name: string; level: LogLevel; stderr?: NodeJS.WriteStream }): Log {
  const stderr = options.stderr ?? process.stderr;
  const destination = stderr.isTTY ? { write: (line: string) => stderr.write(toReadableLine(line)) } : stderr;
  return pino(
    {
      name: options.name,
      level: options.level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
      serializers: { error: pino.stdSerializers.err },
    },
    destination,
  );
}

/** One JSON log line as `12:03:04 warn  message key=value`. Anything that is not JSON is passed on unchanged. */
export function toReadableLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, time, msg, pid: _pid, name: _name, error, ...rest } = entry;
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const head = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)}`;
  const stack =
    error === undefined ? [] : [`\n${String((error as { stack?: unknown }).stack ?? JSON.stringify(error))}`];
  return `${[head, ...fields].join(' ')}${stack.join('')}\n`;
}
