type Expected = 'value' | 'value or close' | 'key' | 'key or close' | 'colon' | 'comma or close';

const BLANKS = /[ \t\n\r]*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
/** Everything a string may hold as it is: no quote, no backslash, no control character. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Where `text` stops being JSON (RFC 8259), as an offset in UTF-16 code units; `text.length` when it only ends
 * too early; undefined when it is JSON. Exists because V8 quotes the text instead of naming the place, and the
 * text must not get into an error message. Not recursive: the text may be hostile.
 */
export function findSyntaxError(text: string): number | undefined {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = skip(BLANKS, text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    if (expected.endsWith('close') && char === closers.at(-1)) {
      closers.pop();
      expected = 'comma or close';
    } else if (expected === 'comma or close') {
      if (char !== ',' || closers.length === 0) return at;
      expected = closers.at(-1) === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (char !== ':') return at;
      expected = 'value';
    } else if (expected.startsWith('key')) {
      const string = skipString(text, at);
      if (!string.complete) return string.end;
      at = string.end - 1;
      expected = 'colon';
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      expected = char === '{' ? 'key or close' : 'value or close';
    } else {
      const value = char === '"' ? skipString(text, at) : skipScalar(text, at);
      if (!value.complete) return value.end;
      at = value.end - 1;
      expected = 'comma or close';
    }
    at = skip(BLANKS, text, at + 1);
  }
  return closers.length === 0 && expected === 'comma or close' ? undefined : text.length;
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function skipScalar(text: string, from: number): { end: number; complete: boolean } {
  const end = skip(SCALAR, text, from);
  return { end, complete: end > from };
}

function skipString(text: string, from: number): { end: number; complete: boolean } {
  if (text[from] !== '"') return { end: from, complete: false };
  let at = from + 1;
  for (;;) {
    at = skip(PLAIN, text, at);
    if (text[at] === '"') return { end: at + 1, complete: true };
    const next = skip(ESCAPE, text, at);
    if (next === at) return { end: at, complete: false };
    at = next;
  }
}
