/** A line holds a word or two of an answer. */
const LONGEST_CHARS = 1024 * 1024;

/**
 * Passes on whole lines of JSON, blank lines left out. Throws at a line that is none or was cut off: the npm client
 * would print it to the console, and it may hold a piece of an answer.
 */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const end = rest.lastIndexOf('\n') + 1;
    if (rest.length - end > LONGEST_CHARS) throw new Error('a line of the stream has no end');
    if (end === 0) continue;
    const lines = rest.slice(0, end).split('\n').filter(isJsonLine);
    rest = rest.slice(end);
    if (lines.length > 0) yield encoder.encode(`${lines.join('\n')}\n`);
  }
  if (rest.trim() !== '' && isJsonLine(rest)) yield encoder.encode(`${rest}\n`);
}

function isJsonLine(line: string): boolean {
  if (line.trim() === '') return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    // Without the cause: its message quotes the line.
    throw new Error('a line of the stream is not JSON');
  }
}
