// Shared by the page and the server: the words of a language, filled in. `words` are those of src/web/words.

/** `text` with what stands in braces replaced by `values`. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** The form of `forms` ({ one, other }) that `count` takes, with the number in it. */
export function count(forms, number, { locale }) {
  const form = forms[new Intl.PluralRules(locale).select(number)] ?? forms.other;
  return fill(form, { count: new Intl.NumberFormat(locale).format(number) });
}

/** `2024-02-29` as `29 Feb 2024`, never broken over two lines. A calendar date has no time zone: it must never move by a day. */
export function formatDate(date, { locale }) {
  return format(date, { day: 'numeric', month: 'short', year: 'numeric' }, locale);
}

/** What the reader must know of an answer: words that the quotations lack, and why it is less than it could be. */
export function toWarning(missing, degraded, words) {
  const lacks = missing && fill(words.missing, { words: missing.join(', ') });
  return [lacks, degraded].filter(Boolean).join(' ');
}

/** Each chosen filter in words, in the order of the form. */
export function toFilterWords(filters, words) {
  const { correspondent, document_type: type, tags = [], created_from: from, created_to: to } = filters;
  const period = toPeriodWords(from, to, words);
  return [correspondent, type, ...tags.map((name) => fill(words.tag, { name })), period].filter(Boolean);
}

/** Days from … to …, both included: a whole year or month by its name. */
function toPeriodWords(from, to, words) {
  if (!from) return to && fill(words.until, { date: formatDate(to, words) });
  if (!to) return fill(words.from, { date: formatDate(from, words) });
  const [year, month] = from.split('-');
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (from === `${year}-${month}-01` && to === `${year}-${month}-${lastDay}`)
    return format(from, { month: 'long', year: 'numeric' }, words.locale);
  return from === to ? formatDate(from, words) : `${formatDate(from, words)} – ${formatDate(to, words)}`;
}

function format(date, options, locale) {
  const [year, month, day] = date.split('-').map(Number);
  const moment = new Date(Date.UTC(year, month - 1, day));
  return moment.toLocaleDateString(locale, { ...options, timeZone: 'UTC' }).replaceAll(' ', '\u00a0');
}
