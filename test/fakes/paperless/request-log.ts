/** One request as it arrived, and the status it got (0 while it is under way). */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Path and query as sent, undecoded. */
  readonly raw: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  status: number;
}

export async function toLoggedRequest(request: Request): Promise<LoggedRequest> {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    raw: url.pathname + url.search,
    headers: Object.fromEntries(request.headers),
    body: await request.clone().text(),
    status: 0,
  };
}
