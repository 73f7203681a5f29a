import { styleText } from 'node:util';

/** Where data goes: stdout. `isTTY` decides about colours. */
export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export interface Output {
  /** As it is: the caller has cleaned what comes from documents. */
  write(text: string): void;
  line(text?: string): void;
  /** One JSON value on one line, safe to look at in a terminal. */
  json(value: unknown): void;
  /** `text` in a colour or weight; unchanged unless the stream is a terminal that wants colours (`NO_COLOR`). */
  style(style: Style, text: string): string;
}

export function createOutput(stream: OutputStream): Output {
  const write = (text: string) => void stream.write(text);
  return {
    write,
    line: (text = '') => write(`${text}\n`),
    json: (value) => write(`${toSafeJson(value)}\n`),
    style: (style, text) => (stream.isTTY === true ? styleText(style, text, { stream }) : text),
  };
}

/** JSON that says the same with the characters escaped that a terminal would obey (C1 controls, bidi overrides). */
export function toSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
