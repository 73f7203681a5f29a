/**
 * Parameters of a request. Lists are joined by commas (`explode: false` in the API description), of `each` every value
 * gets the name again (`explode: true`); undefined is left out.
 */
export type Query = Readonly<Record<string, QueryValue | undefined>>;
type Scalar = string | number | boolean;
export type QueryValue = Scalar | readonly (string | number)[] | { readonly each: readonly Scalar[] };

/** `?a=1&b=2`, or an empty text. A `+` leaves as `%2B`: Paperless would read a bare one as a space. */
export function toQueryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === 'object' && 'each' in value ? value.each : [value];
    return values.map((one) => `${encodeURIComponent(name)}=${encodeValue(one)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

// Commas stay as they are: they are legal in a query, and %2C would triple them in a list of five hundred ids.
function encodeValue(value: Scalar | readonly (string | number)[]): string {
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => encodeURIComponent(String(item))).join(',');
}
