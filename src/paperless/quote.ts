const MAX_QUOTED = 300;

/** Keys under which Paperless complains about the request as a whole. */
const GENERAL = ['detail', 'non_field_errors'];

/** True for a whole web page, as opposed to the plain sentences Paperless also labels text/html. */
export function isWebPage(text: string): boolean {
  return /^\s*<(!doctype|html|\?xml)/i.test(text.slice(0, 500));
}

/**
 * What Paperless said, fit for a message: one line, capped, the token masked wherever it occurs.
 * Undefined when there is nothing worth quoting (an empty answer, a web page).
 */
export function quoteAnswer(text: string, token: string): string | undefined {
  if (isWebPage(text)) return undefined;
  const said = toSentence(parseJson(text) ?? text)
    .replaceAll(token, '[token]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (said === '') return undefined;
  return said.length <= MAX_QUOTED ? said : `${said.slice(0, MAX_QUOTED)}…`;
}

/** The parameter or field a complaint is about, where it is exactly one. */
export function findField(text: string): string | undefined {
  const said = parseJson(text);
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return undefined;
  const [field = 'detail', ...others] = Object.keys(said);
  return others.length > 0 || GENERAL.includes(field) ? undefined : field;
}

/** The `detail` of an answer, where it has one. */
export function findDetail(text: string): string | undefined {
  const said = parseJson(text);
  return typeof said === 'object' && said !== null && 'detail' in said && typeof said.detail === 'string'
    ? said.detail
    : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{"query":["Bad date."]}` → `query: Bad date.`; `{"detail":"No."}` → `No.`; nested objects by their path. */
function toSentence(said: unknown): string {
  if (Array.isArray(said)) return said.map(toSentence).join(' ');
  if (typeof said !== 'object' || said === null) return String(said ?? '');
  return Object.entries(said)
    .map(([key, value]) => (GENERAL.includes(key) ? '' : `${key}: `) + toSentence(value))
    .join(' ');
}
