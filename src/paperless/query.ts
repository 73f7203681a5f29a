/** Parameters of a request. Lists are joined by commas (`explode: false` in the API description); undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/** `?a=1&b=2`, or an empty text. A `+` leaves as `%2B`: Paperless would read a bare one as a space. */
export function toQueryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeValue(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

// Commas stay as they are: they are legal in a query, and %2C would triple them in a list of five hundred ids.
function encodeValue(value: string | number | boolean | readonly (string | number)[]): string {
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => encodeURIComponent(String(item))).join(',');
}
